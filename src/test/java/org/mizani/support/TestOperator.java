package org.mizani.support;

import static io.restassured.RestAssured.given;

import io.restassured.specification.RequestSpecification;
import java.util.Map;

/** The operator of the tests' service. */
public final class TestOperator {

  public static final String KEY = "op_test_key";
  public static final String SECRET = "os_test_secret_of_the_tests_alone";

  private TestOperator() {}

  /** A request of the operator; each gets a token of its own. */
  public static RequestSpecification request() {
    return given().header("Authorization", "Bearer " + token()).contentType("application/json");
  }

  /** A token. */
  public static String token() {
    return token(ServicePort.number());
  }

  /** A token, got at this port. */
  public static String token(int port) {
    return given()
        .port(port)
        .contentType("application/json")
        .body(Map.of("operatorKey", KEY, "operatorSecret", SECRET))
        .post("/operator/auth")
        .path("accessToken");
  }
}
