package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.support.Eventually;
import org.mizani.support.Response;
import org.mizani.support.SpreadOutProfile;
import org.mizani.support.TestIdentityProvider;
import org.mizani.support.TestIdentityProvider.Absence;
import org.mizani.support.TestOperator;

/** Identity tokens while the provider is away, whose keys are known but for the newest. */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
class IdentityProviderAwayApiTest {

  @Inject OperatorPort port;

  /** Its keys are read anew, at most every ten seconds: nothing tells whether the token is good. */
  @ParameterizedTest
  @EnumSource
  void aTokenOfAnUnknownKeyIsNotRefusedWhileTheProviderIsAway(Absence absence) throws Exception {
    String key = person();
    Eventually.holds(() -> assertThat(logIn(provider().token(key)).statusCode()).isEqualTo(200));
    String known = provider().token(key);
    provider().rotate();
    provider().leave(absence);
    try {
      Eventually.holds(
          () -> assertRefused(logIn(provider().token(key)), 503, "service unavailable"));
      assertRefused(logIn(provider().token(key)), 503, "service unavailable");
      assertThat(logIn(known).statusCode()).as("by a known key").isEqualTo(200);
    } finally {
      provider().comeBack();
    }

    Eventually.holds(() -> assertThat(logIn(provider().token(key)).statusCode()).isEqualTo(200));
    assertRefused(logIn(provider().forge(provider().claims(key))), 401, "invalid credentials");
  }

  private String person() {
    String key = "person-" + UUID.randomUUID() + "@example.com";
    Response made =
        TestOperator.request(port.number().orElseThrow())
            .body(Map.of("operatorKey", key, "role", "viewer"))
            .post("/operator/operators");
    assertThat(made.statusCode()).as(made.asString()).isEqualTo(201);
    return key;
  }

  private Response logIn(String token) {
    return given()
        .port(port.number().orElseThrow())
        .contentType("application/json")
        .body(Map.of("idToken", token))
        .post("/operator/auth/oidc");
  }

  private static TestIdentityProvider provider() {
    return TestIdentityProvider.current();
  }
}
