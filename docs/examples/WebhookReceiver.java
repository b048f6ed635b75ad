import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A partner's side of the webhooks, to try the sandbox with: prints what arrives on port 9000 and
 * whether it is genuine. Run it with {@code java docs/examples/WebhookReceiver.java}; without
 * arguments it checks with the demo business's secrets, else with the API key, the API secret and
 * the webhook secret that it is given.
 */
class WebhookReceiver {

  private static final String[] DEMO = {
    "pk_test_demo", "sk_test_demo", "whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGI="
  };

  private static String apiKey;
  private static String apiSecret;
  private static String webhookSecret;

  public static void main(String... arguments) throws IOException {
    String[] secrets = arguments.length == DEMO.length ? arguments : DEMO;
    apiKey = secrets[0];
    apiSecret = secrets[1];
    webhookSecret = secrets[2];
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9000);
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/", WebhookReceiver::receive);
    server.start();
    System.out.println("waiting for webhooks at http://localhost:9000/");
  }

  private static void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String text = new String(body, StandardCharsets.UTF_8);
    try {
      System.out.println(text);
      System.out.println("  webhook-id        " + exchange.getRequestHeaders().getFirst("webhook-id"));
      System.out.println("  webhook-signature " + (isSigned(exchange, body) ? "genuine" : "FORGED"));
      System.out.println("  signature         " + (hasDigest(text) ? "genuine" : "FORGED"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  /** Standard Webhooks: HMAC-SHA256 over id, timestamp and body, keyed with the webhook secret. */
  private static boolean isSigned(HttpExchange exchange, byte[] body)
      throws GeneralSecurityException {
    String id = exchange.getRequestHeaders().getFirst("webhook-id");
    String timestamp = exchange.getRequestHeaders().getFirst("webhook-timestamp");
    String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
    if (id == null || timestamp == null || signatures == null || !isRecent(timestamp)) {
      return false;
    }
    byte[] key = Base64.getDecoder().decode(webhookSecret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    for (String given : signatures.split(" ")) {
      if (MessageDigest.isEqual(expected.getBytes(), given.getBytes())) {
        return true;
      }
    }
    return false;
  }

  /** Whoever replays an old webhook is refused: its time is part of what is signed. */
  private static boolean isRecent(String timestamp) {
    return timestamp.matches("[0-9]{1,12}")
        && Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) <= 300;
  }

  /** The contract's static signature: the SHA-256 of key, colon, secret. */
  private static boolean hasDigest(String body) throws GeneralSecurityException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest((apiKey + ":" + apiSecret).getBytes());
    return body.contains("\"signature\":\"" + HexFormat.of().formatHex(digest) + "\"");
  }
}
