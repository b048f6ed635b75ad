import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Posts payouts at a constant rate, whether or not the service keeps up. Each request has its time,
 * and its latency counts from then, also while it waits for a free connection: a pause of the
 * service is felt by all requests that fall into it. One thread, without blocking. Latencies are those
 * behind the first ten seconds, in which the sender itself is slow: it is compiled then.
 *
 * <p>Arguments: the port, requests a second, seconds, connections, the file with tokens, the prefix
 * of references, the recipient's phone. Prints the line {@code bench rate answered refused broken
 * p50 p99} and the tail behind it, in milliseconds.
 */
public final class OpenLoop {

  private static final int WARM_UP_SECONDS = 10;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(150);
  private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

  private static final String BODY =
      """
      {"senderCurrency":"USD","receiverCurrency":"KES","amount":1000,\
      "senderFirstName":"Amina","senderLastName":"Otieno","senderDob":"1990-04-12",\
      "senderIdType":"passport","senderIdNumber":"A1234567","senderNationality":"KE",\
      "senderTelephoneNo":"+254700000001","receiverFirstName":"Juma",\
      "receiverLastName":"Mwangi","relationship":"supplier","payoutCountry":"KE",\
      "purposeOfTransfer":"business_payment","sourceOfFunds":"business_income",\
      "businessReference":"%s-%09d","receiverPhone":"%s"}""";

  private final List<String> tokens;
  private final String prefix;
  private final String phone;
  private final int requests;
  private final long[] latencies;
  private final long intervalNanos;
  private final Queue<Connection> free = new ArrayDeque<>();
  private final Queue<Long> waiting = new ArrayDeque<>();
  private final SplittableRandom random = new SplittableRandom();
  private final Selector selector;
  private long measuredFrom;
  private int measured;
  private int sent;
  private int answered;
  private int refused;
  private String refusal = "";

  private OpenLoop(List<String> tokens, String prefix, String phone, int requests, double rate)
      throws IOException {
    this.tokens = tokens;
    this.prefix = prefix;
    this.phone = phone;
    this.requests = requests;
    this.latencies = new long[requests];
    this.intervalNanos = Math.round(1e9 / rate);
    this.selector = Selector.open();
  }

  public static void main(String... arguments) throws IOException {
    double rate = Double.parseDouble(arguments[1]);
    int requests = (int) Math.round(rate * (WARM_UP_SECONDS + Integer.parseInt(arguments[2])));
    OpenLoop loop =
        new OpenLoop(
            Files.readAllLines(Path.of(arguments[4])), arguments[5], arguments[6], requests, rate);
    loop.connect(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[3]));
    loop.run();
  }

  private void connect(int port, int connections) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    for (int number = 0; number < connections; number++) {
      SocketChannel channel = SocketChannel.open(address);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Connection connection = new Connection(channel);
      channel.register(selector, SelectionKey.OP_READ, connection);
      free.add(connection);
    }
  }

  private void run() throws IOException {
    long begin = System.nanoTime();
    long last = begin + intervalNanos * (requests - 1);
    measuredFrom = begin + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS);
    int due = 0;
    while (answered + refused < requests
        && System.nanoTime() < last + PATIENCE_NANOS
        && !selector.keys().isEmpty()) {
      for (long now = System.nanoTime();
          due < requests && begin + due * intervalNanos <= now;
          due++) {
        waiting.add(begin + due * intervalNanos);
      }
      boolean moved = send() | receive();
      if (!moved) {
        LockSupport.parkNanos(NAP_NANOS);
      }
    }
    print((System.nanoTime() - begin) / 1e9);
  }

  private boolean send() throws IOException {
    boolean moved = false;
    while (!waiting.isEmpty() && !free.isEmpty()) {
      free.remove().send(waiting.remove(), request(sent++));
      moved = true;
    }
    return moved;
  }

  private ByteBuffer request(int number) {
    String body = BODY.formatted(prefix, number, phone);
    String token = tokens.get(random.nextInt(tokens.size()));
    String head =
        "POST /business/payout/transfer HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    return ByteBuffer.wrap((head + body).getBytes(StandardCharsets.US_ASCII));
  }

  private boolean receive() throws IOException {
    if (selector.selectNow() == 0) {
      return false;
    }
    for (SelectionKey key : selector.selectedKeys()) {
      Connection connection = (Connection) key.attachment();
      if (!connection.read()) {
        key.cancel();
        connection.channel.close();
      }
    }
    selector.selectedKeys().clear();
    return true;
  }

  private void answer(int status, long due, String text) {
    if (due >= measuredFrom) {
      latencies[measured++] = System.nanoTime() - due;
    }
    if (status == 201) {
      answered++;
    } else {
      refused++;
      refusal = text.replaceAll("\\s+", " ");
    }
  }

  private void print(double seconds) {
    long[] sorted = Arrays.copyOf(latencies, measured);
    Arrays.sort(sorted);
    if (refused > 0) {
      System.out.println("refusal: " + refusal);
    }
    System.out.printf(
        Locale.ROOT,
        "bench %.0f %d %d %d %.2f %.2f%n",
        answered / seconds,
        answered,
        refused,
        requests - answered - refused,
        percentile(sorted, 0.5),
        percentile(sorted, 0.99));
    System.out.printf(
        Locale.ROOT,
        "tail %.2f %.2f%n",
        percentile(sorted, 0.999),
        percentile(sorted, 1));
  }

  private static double percentile(long[] sorted, double share) {
    if (sorted.length == 0) {
      return 0;
    }
    return sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / 1e6;
  }

  /** Connection with at most one request under way. */
  private final class Connection {

    private final SocketChannel channel;
    private final ByteBuffer input = ByteBuffer.allocate(64 * 1024);
    private long due;

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    void send(long due, ByteBuffer request) throws IOException {
      this.due = due;
      // A request is far smaller than the socket's buffer, which is empty.
      while (request.hasRemaining()) {
        channel.write(request);
      }
    }

    /** Reads what has come; false once the service has closed the connection. */
    boolean read() throws IOException {
      int count = channel.read(input);
      int head = indexOfEnd();
      if (head >= 0 && input.position() >= head + bodyLength(head)) {
        String text = new String(input.array(), 0, input.position(), StandardCharsets.US_ASCII);
        input.clear();
        answer(Integer.parseInt(text.substring(9, 12)), due, text);
        if (count >= 0) {
          free.add(this);
        }
      }
      return count >= 0;
    }

    private int indexOfEnd() {
      for (int at = END_OF_HEAD.length; at <= input.position(); at++) {
        if (Arrays.equals(input.array(), at - 4, at, END_OF_HEAD, 0, 4)) {
          return at;
        }
      }
      return -1;
    }

    private int bodyLength(int head) {
      String text =
          new String(input.array(), 0, head, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
      int at = text.indexOf("content-length:");
      if (at < 0) {
        throw new IllegalStateException("an answer without a length: " + text);
      }
      return Integer.parseInt(text.substring(at + 15, text.indexOf('\r', at)).trim());
    }
  }
}
