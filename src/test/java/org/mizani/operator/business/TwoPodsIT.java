package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestOperator;
import org.mizani.support.TestSecrets;

/**
 * Changes that an operator makes at one pod, and that another pod follows: two processes on one
 * database.
 */
class TwoPodsIT {

  @TempDir static Path directory;
  private static GivenDatabase database;
  private static ServiceProcess one;
  private static ServiceProcess other;

  private String business;

  /** An API key with its secret. */
  private record Key(String key, String secret) {}

  @BeforeAll
  static void startTwoPods() {
    database = GivenDatabase.create();
    Map<String, String> secrets = TestSecrets.write(directory);
    one = start(secrets);
    other = start(secrets);
    one.awaitReady();
    other.awaitReady();
  }

  private static ServiceProcess start(Map<String, String> secrets) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(secrets)
        .unhurried()
        .environment("PAYMENTS_OPERATOR_KEY", TestOperator.KEY)
        .environment("PAYMENTS_OPERATOR_SECRET", TestOperator.SECRET)
        .environment("PAYMENTS_RATE_LIMIT_PER_MINUTE", "100000")
        // The tests ask until a key is refused, which counts as failed authentication.
        .environment("PAYMENTS_AUTHENTICATION_FAILURES_PER_KEY", "100000")
        .start();
  }

  @AfterAll
  static void stop() {
    try {
      assertThat(one.log() + other.log()).doesNotContain("ERROR");
    } finally {
      one.close();
      other.close();
      database.close();
    }
  }

  @BeforeEach
  void createBusiness() {
    business =
        operator()
            .body(Map.of("name", "Acacia Traders"))
            .post(one.uri("/operator/businesses").toString())
            .path("businessId");
  }

  @Test
  void aKeyIssuedAtOnePodIsAcceptedAtAnother() {
    Key key = issue();

    String token = token(other, key);

    assertThat(balance(other, token).statusCode()).isEqualTo(200);
    assertThat(balance(one, token).statusCode()).isEqualTo(200);
  }

  @Test
  void bothPodsRefuseARevokedKeyAndItsTokens() throws Exception {
    // Given
    Key key = issue();
    Key kept = issue();
    String token = token(one, key);
    String othersToken = token(other, key);
    String keptToken = token(other, kept);
    for (ServiceProcess pod : new ServiceProcess[] {one, other}) {
      assertThat(balance(pod, token).statusCode()).isEqualTo(200);
      assertThat(balance(pod, othersToken).statusCode()).isEqualTo(200);
    }

    // When
    Response revoked = operator().delete(one.uri(keys() + "/" + key.key()).toString());

    // Then
    assertThat(revoked.statusCode()).isEqualTo(200);
    Eventually.holds(
        () -> {
          for (ServiceProcess pod : new ServiceProcess[] {one, other}) {
            assertRefused(authenticate(pod, key), 401, "invalid credentials");
            assertAnswer(balance(pod, token), 401, MALFORMED_TOKEN);
            assertAnswer(balance(pod, othersToken), 401, MALFORMED_TOKEN);
          }
        });
    assertThat(balance(one, keptToken).statusCode()).isEqualTo(200);
    assertThat(balance(other, keptToken).statusCode()).isEqualTo(200);
  }

  @Test
  void aSuspendedBusinessIsRefusedAtBothPodsUntilReadmitted() throws Exception {
    // Given
    String token = token(other, issue());
    assertThat(balance(one, token).statusCode()).isEqualTo(200);
    assertThat(balance(other, token).statusCode()).isEqualTo(200);

    // When
    suspend(true);

    // Then
    Eventually.holds(
        () -> {
          assertRefused(balance(one, token), 403, "business is suspended");
          assertRefused(balance(other, token), 403, "business is suspended");
        });

    // When
    suspend(false);

    // Then
    Eventually.holds(
        () -> {
          assertThat(balance(one, token).statusCode()).isEqualTo(200);
          assertThat(balance(other, token).statusCode()).isEqualTo(200);
        });
  }

  @Test
  void bothPodsRefuseALoggedOutTokenAndADisabledOperatorAtOnce() {
    // Given
    String key = "person-" + UUID.randomUUID();
    String secret =
        operator()
            .body(Map.of("operatorKey", key, "role", "viewer"))
            .post(one.uri("/operator/operators").toString())
            .path("operatorSecret");
    String token = operatorToken(one, key, secret);
    String kept = operatorToken(other, key, secret);
    assertThat(businesses(other, token).statusCode()).isEqualTo(200);

    // When
    with(token).post(one.uri("/operator/auth/logout").toString());

    // Then
    assertAnswer(businesses(other, token), 401, MALFORMED_TOKEN);
    assertThat(businesses(other, kept).statusCode()).isEqualTo(200);

    // When
    operator()
        .body(Map.of("disabled", true))
        .patch(one.uri("/operator/operators/" + key).toString());

    // Then
    assertAnswer(businesses(other, kept), 401, MALFORMED_TOKEN);
    assertAnswer(businesses(one, kept), 401, MALFORMED_TOKEN);
  }

  private static Response businesses(ServiceProcess pod, String token) {
    return with(token).get(pod.uri("/operator/businesses").toString());
  }

  private static Request with(String token) {
    return given().header("Authorization", "Bearer " + token).contentType("application/json");
  }

  private static String operatorToken(ServiceProcess pod, String key, String secret) {
    return given()
        .contentType("application/json")
        .body(Map.of("operatorKey", key, "operatorSecret", secret))
        .post(pod.uri("/operator/auth").toString())
        .path("accessToken");
  }

  private void suspend(boolean suspended) {
    Response changed =
        operator()
            .body(Map.of("suspended", suspended))
            .patch(one.uri("/operator/businesses/" + business).toString());
    assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
  }

  private Key issue() {
    Response issued = operator().post(one.uri(keys()).toString());
    return new Key(issued.path("apiKey"), issued.path("apiSecret"));
  }

  private String keys() {
    return "/operator/businesses/" + business + "/api-keys";
  }

  private static Request operator() {
    return with(operatorToken(one, TestOperator.KEY, TestOperator.SECRET));
  }

  private static String token(ServiceProcess pod, Key key) {
    Response answer = authenticate(pod, key);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    return answer.path("accessToken");
  }

  private static Response authenticate(ServiceProcess pod, Key key) {
    return given()
        .contentType("application/json")
        .body(Map.of("apiKey", key.key(), "apiSecret", key.secret()))
        .post(pod.uri("/business/auth").toString());
  }

  private static Response balance(ServiceProcess pod, String token) {
    return given()
        .header("Authorization", "Bearer " + token)
        .get(pod.uri("/business/balance").toString());
  }
}
