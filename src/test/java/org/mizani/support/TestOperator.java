package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import io.quarkus.arc.Arc;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The operator of the tests' service. */
public final class TestOperator {

  public static final String KEY = "op_test_key";
  public static final String SECRET = "os_test_secret_of_the_tests_alone";

  /** The key of another operator, of a service that runs in this process. */
  public static final String SECOND_KEY = "op_test_second";

  /** By port. Quarkus loads this class anew for each start of the service, with other keys. */
  private static final Map<Integer, String> TOKENS = new ConcurrentHashMap<>();

  private static final Map<String, Person> PERSONS = new ConcurrentHashMap<>();

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

  /** A token of its own, which a test may end. */
  public static String newToken() {
    return newToken(ServicePort.number());
  }

  /** A new person of this role, at the usual port. */
  public static Person person(String role) {
    return person(ServicePort.number(), role);
  }

  /** A new person of this role, at this port. */
  public static Person person(int port, String role) {
    return person(port, "person-" + UUID.randomUUID(), role);
  }

  private static Person person(int port, String key, String role) {
    Response made =
        request(port).body(Map.of("operatorKey", key, "role", role)).post("/operator/operators");
    assertThat(made.statusCode()).as(made.asString()).isEqualTo(201);
    return new Person(key, made.path("operatorSecret"));
  }

  /** A person among the operators. */
  public record Person(String key, String secret) {

    /** The subject of the person in the audit log. */
    public String subject() {
      return "operator/" + key;
    }

    /** A log-in with further fields, such as a code. */
    public Response logIn(Map<String, String> further) {
      return logIn(ServicePort.number(), further);
    }

    /** The same at this port. */
    public Response logIn(int port, Map<String, String> further) {
      Map<String, String> body = new HashMap<>(further);
      body.putIfAbsent("operatorKey", key);
      body.putIfAbsent("operatorSecret", secret);
      return given().port(port).contentType("application/json").body(body).post("/operator/auth");
    }

    /** A new token, without a second factor. */
    public String token() {
      return logIn(Map.of()).path("accessToken");
    }

    /** The same person with a new secret, which the other operator has given. */
    public Person withNewSecret() {
      return new Person(
          key, second().post("/operator/operators/" + key + "/secret").path("operatorSecret"));
    }

    /** The same person with a secret that it has drawn itself. */
    public Person withOwnSecret() {
      return new Person(
          key,
          request()
              .body(Map.of("operatorSecret", secret))
              .post("/operator/auth/secret")
              .path("operatorSecret"));
    }

    /** A request with a new token. */
    public Request request() {
      return TestOperator.with(token());
    }

    /** The same at this port. */
    public Request request(int port) {
      return TestOperator.with(logIn(port, Map.of()).path("accessToken")).port(port);
    }
  }

  /** A request with this token. */
  public static Request with(String token) {
    return given().header("Authorization", "Bearer " + token).contentType("application/json");
  }

  /** A request of the other operator, an administrator too. */
  public static Request second() {
    return with(secondToken());
  }

  /** A token of the other operator, who is made at the first use of a start. */
  public static String secondToken() {
    return PERSONS
        .computeIfAbsent(SECOND_KEY, key -> person(ServicePort.number(), key, "administrator"))
        .token();
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
