import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A fast receiver of webhooks: answers each with 200 at once, those at {@code /no} with 404,
 * those at {@code /on} never, and {@code GET /count} with how many it has taken.
 *
 * <p>Argument: the port, on all of the host's loopback addresses.
 */
public final class Receiver {

  private static final int THREADS = 16;

  private final AtomicLong received = new AtomicLong();

  private Receiver() {}

  public static void main(String[] arguments) throws IOException {
    Receiver receiver = new Receiver();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(Integer.parseInt(arguments[0])), 1024);
    server.setExecutor(Executors.newFixedThreadPool(THREADS));
    server.createContext("/", receiver::take);
    server.createContext("/no", Receiver::refuse);
    // Without an answer the connection stays open, until the sender has waited long enough.
    server.createContext("/on", exchange -> exchange.getRequestBody().readAllBytes());
    server.createContext("/count", receiver::tell);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      received.incrementAndGet();
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static void refuse(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(404, -1);
    }
  }

  private void tell(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] count = Long.toString(received.get()).getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(200, count.length);
      exchange.getResponseBody().write(count);
    }
  }
}
