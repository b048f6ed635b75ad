package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import java.util.Map;
import java.util.UUID;

/** Log-ins of operators by the {@link TestIdentityProvider}, at this port of the service. */
public record IdentityLogins(int port) {

  /** The key of a new person of this role, by which tokens name it. */
  public String person(String role) {
    String key = "person-" + UUID.randomUUID() + "@example.com";
    Response made =
        TestOperator.request(port)
            .body(Map.of("operatorKey", key, "role", role))
            .post("/operator/operators");
    assertThat(made.statusCode()).as(made.asString()).isEqualTo(201);
    return key;
  }

  /** The answer to a log-in by this token. */
  public Response logIn(String token) {
    return post(Map.of("idToken", token));
  }

  /** The answer to a log-in by these fields. */
  public Response post(Map<String, String> fields) {
    return given()
        .port(port)
        .contentType("application/json")
        .body(fields)
        .post("/operator/auth/oidc");
  }
}
