import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A network that speaks as much of pawaPay as payouts need: it accepts each, has paid it when it is
 * asked, and answers every call after the same time. One thread serves all connections, since the
 * network shares the machine with what is measured.
 *
 * <p>Arguments: the port, and the milliseconds until an answer.
 */
public final class Network {

  private static final String PAYOUTS = "/v2/payouts";
  private static final Pattern ID = Pattern.compile("\"payoutId\"\\s*:\\s*\"([^\"]+)\"");
  private static final Pattern AMOUNT = Pattern.compile("\"amount\"\\s*:\\s*\"([^\"]+)\"");
  private static final Pattern CURRENCY = Pattern.compile("\"currency\"\\s*:\\s*\"([^\"]+)\"");
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length:\\s*(\\d+)");
  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final int BACKLOG = 1024;
  private static final int LONGEST_REQUEST = 16 * 1024;

  private final Map<String, String> paid = new HashMap<>();
  private final Queue<Answer> answers = new ArrayDeque<>();
  private final Selector selector;
  private final long answersAfterNanos;

  /** Answer that is due, by {@link System#nanoTime()}. */
  private record Answer(SocketChannel to, ByteBuffer bytes, long atNanos) {}

  private Network(Selector selector, long answersAfterMillis) {
    this.selector = selector;
    this.answersAfterNanos = TimeUnit.MILLISECONDS.toNanos(answersAfterMillis);
  }

  public static void main(String[] arguments) throws IOException {
    Selector selector = Selector.open();
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])),
        BACKLOG);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    Network network = new Network(selector, Long.parseLong(arguments[1]));
    while (true) {
      selector.select(network::serve, network.millisUntilNextAnswer());
      network.answerThoseDue();
    }
  }

  /** At least one: a selection without a time would wait for ever. */
  private long millisUntilNextAnswer() {
    return answers.isEmpty()
        ? 0
        : Math.max(
            1, TimeUnit.NANOSECONDS.toMillis(answers.peek().atNanos() - System.nanoTime()) + 1);
  }

  private void answerThoseDue() {
    while (!answers.isEmpty() && answers.peek().atNanos() - System.nanoTime() <= 0) {
      Answer answer = answers.remove();
      try {
        // An answer is small: it fits into the socket's buffer.
        answer.to().write(answer.bytes());
      } catch (IOException e) {
        close(answer.to());
      }
    }
  }

  private void serve(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept(((ServerSocketChannel) key.channel()).accept());
      } else {
        read(key);
      }
    } catch (IOException e) {
      close((SocketChannel) key.channel());
    }
  }

  private void accept(SocketChannel connection) throws IOException {
    connection.configureBlocking(false);
    connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
    connection.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(LONGEST_REQUEST));
  }

  /** Reads what is there, and has the request answered once it is complete. */
  private void read(SelectionKey key) throws IOException {
    SocketChannel connection = (SocketChannel) key.channel();
    ByteBuffer received = (ByteBuffer) key.attachment();
    if (connection.read(received) < 0) {
      close(connection);
      return;
    }
    String text =
        new String(received.array(), 0, received.position(), StandardCharsets.ISO_8859_1);
    int head = text.indexOf(END_OF_HEAD);
    if (head < 0) {
      return;
    }
    Matcher length = LENGTH.matcher(text).region(0, head);
    int begin = head + END_OF_HEAD.length();
    if (text.length() - begin < (length.find() ? Integer.parseInt(length.group(1)) : 0)) {
      return;
    }
    received.clear();
    String[] line = text.substring(0, text.indexOf('\r')).split(" ");
    String json = answer(line[0], line[1], text.substring(begin));
    answers.add(new Answer(connection, response(json), System.nanoTime() + answersAfterNanos));
  }

  private String answer(String method, String path, String body) {
    if (!path.startsWith(PAYOUTS)) {
      return "{\"balances\":[]}";
    }
    if (method.equals("POST")) {
      String id = found(ID, body);
      paid.put(
          id,
          "\"payoutId\":\""
              + id
              + "\",\"status\":\"COMPLETED\",\"amount\":\""
              + found(AMOUNT, body)
              + "\",\"currency\":\""
              + found(CURRENCY, body)
              + "\",\"providerTransactionId\":\"R"
              + id.replace("-", "")
              + "\"");
      return "{\"payoutId\":\"" + id + "\",\"status\":\"ACCEPTED\"}";
    }
    String payout = paid.get(path.substring(path.lastIndexOf('/') + 1));
    return payout == null
        ? "{\"status\":\"NOT_FOUND\"}"
        : "{\"status\":\"FOUND\",\"data\":{" + payout + "}}";
  }

  private static String found(Pattern pattern, String body) {
    Matcher matcher = pattern.matcher(body);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static ByteBuffer response(String json) {
    return ByteBuffer.wrap(
        ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + json.length()
                + END_OF_HEAD
                + json)
            .getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void close(SocketChannel connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // Closed all the same.
    }
  }
}
