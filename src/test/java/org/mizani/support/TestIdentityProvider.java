package org.mizani.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Identity provider of an organisation, by OpenID Connect Discovery: it tells its keys, and issues
 * what its clients ask it for, true or not.
 */
public final class TestIdentityProvider implements QuarkusTestResourceLifecycleManager {

  /** The client of the tests' service. */
  public static final String CLIENT = "payments-operators";

  private static volatile TestIdentityProvider current;

  private HttpServer server;
  private volatile Optional<Absence> absence = Optional.empty();
  private volatile String issuer;
  private volatile SigningKey key = new SigningKey("first", BuildKeys.pair("identity-first"));

  private record SigningKey(String id, KeyPair pair) {}

  /** How it is away. */
  public enum Absence {
    /** It closes connections. */
    SILENT,
    /** It answers that it is not available. */
    OUT_OF_ORDER
  }

  /** The one that the service in this process trusts. */
  public static TestIdentityProvider current() {
    return current;
  }

  @Override
  public Map<String, String> start() {
    open(0);
    current = this;
    return Map.of(
        "payments.operator.oidc.issuer", issuer(), "payments.operator.oidc.client-id", CLIENT);
  }

  /** Opens it at a port of this machine; 0 for any free one. */
  public void open(int port) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      issuer = "http://localhost:" + server.getAddress().getPort();
      server.createContext("/", this::answer);
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  /** Answers nobody any more, until it comes back. */
  public void leave(Absence how) {
    absence = Optional.of(how);
  }

  /** Answers again. */
  public void comeBack() {
    absence = Optional.empty();
  }

  /** Its address. */
  public String issuer() {
    return issuer;
  }

  /** Signs with another key from now on, and tells of that one alone. */
  public void rotate() {
    key = new SigningKey("next-" + UUID.randomUUID(), BuildKeys.pair("identity-next"));
  }

  /** The claims of a token as it should be, for this operator. */
  public JwtClaimsBuilder claims(String operator) {
    Instant now = Instant.now();
    return Jwt.claims()
        .issuer(issuer())
        .subject(UUID.randomUUID().toString())
        .audience(CLIENT)
        .claim("email", operator)
        .issuedAt(now)
        .expiresAt(now.plusSeconds(3600));
  }

  /** A token with these claims. */
  public String sign(JwtClaimsBuilder claims) {
    return claims.jws().keyId(key.id()).sign(key.pair().getPrivate());
  }

  /** A token that names its key, and is signed by another one. */
  public String forge(JwtClaimsBuilder claims) {
    return claims.jws().keyId(key.id()).sign(BuildKeys.pair("forger").getPrivate());
  }

  /** A token that is as it should be, for this operator. */
  public String token(String operator) {
    return sign(claims(operator));
  }

  /** The public key that it tells everybody. */
  public RSAPublicKey publicKey() {
    return (RSAPublicKey) key.pair().getPublic();
  }

  /** The id of the key that it signs with. */
  public String keyId() {
    return key.id();
  }

  private void answer(HttpExchange exchange) throws IOException {
    if (absence.isPresent()) {
      if (absence.get() == Absence.OUT_OF_ORDER) {
        exchange.sendResponseHeaders(503, -1);
      }
      exchange.close();
      return;
    }
    String body =
        switch (exchange.getRequestURI().getPath()) {
          case "/.well-known/openid-configuration" -> discovery();
          case "/keys" -> keys();
          default -> null;
        };
    byte[] bytes = (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(body == null ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private String discovery() {
    return """
        {"issuer":"%1$s","jwks_uri":"%1$s/keys","authorization_endpoint":"%1$s/authorize",
         "token_endpoint":"%1$s/token"}
        """
        .formatted(issuer());
  }

  private String keys() {
    SigningKey told = key;
    RSAPublicKey shown = (RSAPublicKey) told.pair().getPublic();
    return """
        {"keys":[{"kty":"RSA","use":"sig","alg":"RS256","kid":"%s","n":"%s","e":"%s"}]}
        """
        .formatted(told.id(), number(shown.getModulus()), number(shown.getPublicExponent()));
  }

  private static String number(BigInteger value) {
    byte[] bytes = value.toByteArray();
    int sign = bytes[0] == 0 ? 1 : 0;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOfRange(bytes, sign, bytes.length));
  }
}
