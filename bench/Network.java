import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A network that speaks as much of pawaPay as payouts need: it accepts each, has paid it when it is
 * asked, and answers every call after the same time.
 *
 * <p>Arguments: the port, and the milliseconds until an answer.
 */
public final class Network {

  private static final Pattern ID = Pattern.compile("\"payoutId\"\\s*:\\s*\"([^\"]+)\"");
  private static final Pattern AMOUNT = Pattern.compile("\"amount\"\\s*:\\s*\"([^\"]+)\"");
  private static final Pattern CURRENCY = Pattern.compile("\"currency\"\\s*:\\s*\"([^\"]+)\"");
  private static final int ANSWERING_THREADS = 4;

  private final Map<String, String> paid = new ConcurrentHashMap<>();
  private final ScheduledExecutorService later =
      Executors.newScheduledThreadPool(ANSWERING_THREADS);
  private final long answersAfterMillis;

  private Network(long answersAfterMillis) {
    this.answersAfterMillis = answersAfterMillis;
  }

  public static void main(String[] arguments) throws IOException {
    Network network = new Network(Long.parseLong(arguments[1]));
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 1024);
    server.setExecutor(Executors.newFixedThreadPool(ANSWERING_THREADS));
    server.createContext("/v2/payouts", network::payouts);
    server.createContext("/", exchange -> network.answer(exchange, "{\"balances\":[]}"));
    server.start();
  }

  private void payouts(HttpExchange exchange) throws IOException {
    String body =
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (exchange.getRequestMethod().equals("POST")) {
      String id = found(ID, body);
      paid.put(
          id,
          "\"payoutId\":\"%s\",\"status\":\"COMPLETED\",\"amount\":\"%s\",\"currency\":\"%s\",\"providerTransactionId\":\"R%s\""
              .formatted(id, found(AMOUNT, body), found(CURRENCY, body), id.replace("-", "")));
      answer(exchange, "{\"payoutId\":\"" + id + "\",\"status\":\"ACCEPTED\"}");
      return;
    }
    String path = exchange.getRequestURI().getPath();
    String payout = paid.get(path.substring(path.lastIndexOf('/') + 1));
    answer(
        exchange,
        payout == null
            ? "{\"status\":\"NOT_FOUND\"}"
            : "{\"status\":\"FOUND\",\"data\":{" + payout + "}}");
  }

  private static String found(Pattern pattern, String body) {
    Matcher matcher = pattern.matcher(body);
    return matcher.find() ? matcher.group(1) : "";
  }

  private void answer(HttpExchange exchange, String json) {
    later.schedule(() -> write(exchange, json), answersAfterMillis, TimeUnit.MILLISECONDS);
  }

  private static void write(HttpExchange exchange, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
