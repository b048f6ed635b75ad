import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * The partners' receiver of webhooks. Each becomes a line of a file before it is answered: the kind,
 * the id of the payout or collection, the {@code webhook-id} and the status that it tells, separated
 * by tabs.
 *
 * <p>Arguments: the port on loopback, the file.
 */
public final class Receiver {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int THREADS = 16;

  private final OutputStream lines;

  private Receiver(OutputStream lines) {
    this.lines = lines;
  }

  public static void main(String[] arguments) throws IOException {
    Receiver receiver = new Receiver(new FileOutputStream(arguments[1], true));
    int port = Integer.parseInt(arguments[0]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newFixedThreadPool(THREADS));
    server.createContext("/", receiver::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode body = JSON.readTree(exchange.getRequestBody());
      String id = exchange.getRequestHeaders().getFirst("webhook-id");
      boolean collection = body.has("collectionId");
      write(
          String.join(
              "\t",
              collection ? "collection" : "payout",
              body.get(collection ? "collectionId" : "serviceReference").asText(),
              id == null ? "none" : id,
              body.get("status").asText()));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private synchronized void write(String line) throws IOException {
    lines.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    lines.flush();
  }
}
