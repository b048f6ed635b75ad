import com.fasterxml.jackson.databind.DeserializationFeature;
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
 * The partners' receiver of webhooks. Each becomes a line of a file before it is answered: the kind
 * (payout, return or collection), the id of the payout or collection, the {@code webhook-id}, and
 * as the webhook tells them the status, the amount with its currency and of a payout the sender's,
 * and the amount returned; separated by tabs, empty where it does not tell them.
 *
 * <p>Arguments: the port on loopback, the file.
 */
public final class Receiver {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
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
              collection ? "collection" : body.has("returnedAmount") ? "return" : "payout",
              body.get(collection ? "collectionId" : "serviceReference").asText(),
              id == null ? "none" : id,
              body.get("status").asText(),
              body.get(collection ? "currency" : "receiverCurrency").asText(),
              body.get(collection ? "amount" : "receiverAmount").asText(),
              body.path("senderCurrency").asText(),
              body.path("senderAmount").asText(),
              body.path("returnedAmount").asText()));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private synchronized void write(String line) throws IOException {
    lines.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    lines.flush();
  }
}
