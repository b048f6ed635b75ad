package org.mizani.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.mizani.support.Request.given;

import io.quarkus.arc.Arc;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.mizani.access.TokenIssuer;
import org.mizani.access.TokenIssuer.Bearer;

/** The operator of the tests' service. */
public final class TestOperator {

  public static final String KEY = "op_test_key";
  public static final String SECRET = "os_test_secret_of_the_tests_alone";

  /** The key of another operator, of a service that runs in this process. */
  public static final String SECOND_KEY = "op_test_second";

  /** By port. Quarkus loads this class anew for each start of the service, with other keys. */
  private static final Map<Integer, String> TOKENS = new ConcurrentHashMap<>();

  private TestOperator() {}

  /** A request of the operator. */
  public static Request request() {
    return request(ServicePort.number());
  }

  /** A request of the operator at this port. */
  public static Request request(int port) {
    return given()
        .port(port)
        .header("Authorization", "Bearer " + token(port))
        .contentType("application/json");
  }

  /** A token. */
  public static String token() {
    return token(ServicePort.number());
  }

  /** A token, got at this port: once for all tests of a service that runs in this process. */
  public static String token(int port) {
    return Arc.container() == null
        ? newToken(port)
        : TOKENS.computeIfAbsent(port, TestOperator::newToken);
  }

  /** A request of the other operator. */
  public static Request second() {
    return given()
        .port(ServicePort.number())
        .header("Authorization", "Bearer " + secondToken())
        .contentType("application/json");
  }

  /** A token of the other operator, for the secret of the first one. */
  public static String secondToken() {
    String claims = new String(Base64.getUrlDecoder().decode(token().split("\\.")[1]), UTF_8);
    return Arc.container()
        .instance(TokenIssuer.class)
        .get()
        .issue(
            Bearer.OPERATOR,
            SECOND_KEY,
            Map.of("credential", new JsonObject(claims).getString("credential")));
  }

  private static String newToken(int port) {
    return given()
        .port(port)
        .contentType("application/json")
        .body(Map.of("operatorKey", KEY, "operatorSecret", SECRET))
        .post("/operator/auth")
        .path("accessToken");
  }
}
