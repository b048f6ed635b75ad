package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MALFORMED_TOKEN;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Request.given;

import java.nio.file.Path;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.BuildKeys;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.MountedSecret;
import org.mizani.support.Response;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestOperator;
import org.mizani.support.TestSecrets;

/**
 * Rotations by the steps of {@code docs/operations.md}, at two pods that run on. The secret that
 * they mount reaches one of them before the other.
 */
class TokenKeyRotationIT {

  private static final KeyPair OLD = BuildKeys.pair("token");
  private static final KeyPair NEW = BuildKeys.pair("token-next");
  private static final String NEW_SECRET = "os_test_next_secret_of_the_tests";

  @TempDir static Path directory;
  private static final Map<String, String> FILES = new HashMap<>(KeyFolder.files(OLD));
  private static GivenDatabase database;
  private static Pod one;
  private static Pod other;

  /** A pod, and the secret that it mounts. */
  private record Pod(ServiceProcess service, MountedSecret secret) {

    static Pod start(String name) {
      MountedSecret secret = MountedSecret.in(directory.resolve(name), FILES);
      ServiceProcess service =
          ServiceProcess.in(directory)
              .database(database)
              .secrets(TestSecrets.write(directory))
              .property("payments.token.private-key-file", secret.path(KeyFolder.PRIVATE))
              .property("payments.token.public-key-file", secret.path(KeyFolder.PUBLIC))
              .environment("PAYMENTS_TOKEN_ACCEPTED_KEY_FILES", secret.path(KeyFolder.ACCEPTED))
              .property("payments.token.refresh-every", "1s")
              .environment("PAYMENTS_OPERATOR_KEY", TestOperator.KEY)
              .environment("PAYMENTS_OPERATOR_SECRET_FILE", secret.path("operator-secret"))
              .environment("PAYMENTS_OPERATOR_PREVIOUS_SECRET_FILE", secret.path("previous-secret"))
              // The tests ask until a pod has read its files.
              .property("payments.authentication.failures-per-key", "100000")
              .property("payments.rate-limit-per-minute", "1000000")
              .unhurried()
              .start();
      return new Pod(service, secret);
    }

    String url(String path) {
      return service.uri(path).toString();
    }

    String operatorToken(String secret) {
      return operatorLogin(secret).path("accessToken");
    }

    Response operatorLogin(String secret) {
      return given()
          .contentType("application/json")
          .body(credentials(secret))
          .post(url("/operator/auth"));
    }

    Response businesses(String token) {
      return given().header("Authorization", "Bearer " + token).get(url("/operator/businesses"));
    }

    /** The gauge of a key: 1 while its tokens are accepted, 2 while it also signs. */
    boolean shows(KeyPair pair, int use) {
      String metric = "payments_token_key\\{[^}]*kid=\"" + RsaKeys.id(pair) + "\"[^}]*} " + use;
      return Pattern.compile(metric).matcher(given().get(url("/q/metrics")).asString()).find();
    }
  }

  @BeforeAll
  static void startTwoPods() {
    FILES.put("operator-secret", TestOperator.SECRET);
    FILES.put("previous-secret", "");
    database = GivenDatabase.create();
    one = Pod.start("one");
    other = Pod.start("other");
    one.service().awaitReady();
    other.service().awaitReady();
  }

  @AfterAll
  static void stop() {
    try {
      try {
        for (Pod pod : pods()) {
          assertThat(pod.service().log()).doesNotContain("ERROR");
        }
      } finally {
        pods().forEach(pod -> pod.service().close());
      }
    } finally {
      if (database != null) {
        database.close();
      }
    }
  }

  /** The pods that were started: one may have failed before the other. */
  private static List<Pod> pods() {
    return Stream.of(one, other).filter(Objects::nonNull).toList();
  }

  @Test
  void noRequestFailsWhileThePairIsExchanged() throws Exception {
    // Given
    try (TokenLoad load = TokenLoad.ofPartner(partner(), one.service(), other.service())) {
      String old = load.token(one.service());
      String operator = one.operatorToken(FILES.get("operator-secret"));
      load.awaitMoreRounds();

      // When: every pod accepts the new key, then each signs with it.
      exchange(KeyFolder.files(OLD, OLD, NEW), load, pod -> pod.shows(NEW, 1));
      exchange(KeyFolder.files(NEW, OLD, NEW), load, pod -> pod.shows(NEW, 2));

      // Then
      assertThat(load.answer(one.service(), old).statusCode()).isEqualTo(200);
      assertThat(load.answer(other.service(), old).statusCode()).isEqualTo(200);
      assertThat(other.businesses(operator).statusCode()).isEqualTo(200);

      // When
      exchange(KeyFolder.files(NEW), load, pod -> !pod.shows(OLD, 1));

      // Then
      assertAnswer(load.answer(one.service(), old), 401, MALFORMED_TOKEN);
      assertAnswer(load.answer(other.service(), old), 401, MALFORMED_TOKEN);
      assertAnswer(other.businesses(operator), 401, MALFORMED_TOKEN);
      assertThat(load.unexpected()).isEmpty();
    }
  }

  @Test
  void noOperatorIsRefusedWhileTheSecretIsExchanged() throws Exception {
    // Given
    try (TokenLoad load =
        TokenLoad.ofOperator(credentials(TestOperator.SECRET), one.service(), other.service())) {
      String old = load.token(one.service());
      load.awaitMoreRounds();

      // When: every pod accepts the new secret
      exchange(
          Map.of("operator-secret", NEW_SECRET, "previous-secret", TestOperator.SECRET),
          load,
          pod -> pod.operatorLogin(NEW_SECRET).statusCode() == 200);

      // Then
      assertThat(one.operatorLogin(TestOperator.SECRET).statusCode()).isEqualTo(200);
      assertThat(load.answer(other.service(), old).statusCode()).isEqualTo(200);

      // When: operators go over to it, and the old one is taken away
      load.goOverTo(credentials(NEW_SECRET));
      load.awaitMoreRounds();
      exchange(
          Map.of("previous-secret", ""),
          load,
          pod -> load.answer(pod.service(), old).statusCode() == 401);

      // Then
      for (Pod pod : List.of(one, other)) {
        assertAnswer(pod.businesses(old), 401, MALFORMED_TOKEN);
        assertThat(pod.operatorLogin(TestOperator.SECRET).statusCode()).isEqualTo(401);
      }
      assertThat(load.unexpected()).isEmpty();
    }
  }

  /** A step reaches one pod after the other, with requests to both before it goes on. */
  private static void exchange(Map<String, String> keys, TokenLoad load, Taken taken)
      throws Exception {
    FILES.putAll(keys);
    for (Pod pod : List.of(one, other)) {
      pod.secret().exchange(FILES);
      Eventually.holds(() -> assertThat(taken.by(pod)).isTrue());
      load.awaitMoreRounds();
    }
  }

  /** Whether a pod has taken a step. */
  private interface Taken {
    boolean by(Pod pod);
  }

  private static Map<String, String> credentials(String secret) {
    return Map.of("operatorKey", TestOperator.KEY, "operatorSecret", secret);
  }

  /** The key and secret of a new business. */
  private static Map<String, String> partner() {
    String operator = "Bearer " + one.operatorToken(FILES.get("operator-secret"));
    String business =
        given()
            .header("Authorization", operator)
            .contentType("application/json")
            .body(Map.of("name", "Acacia Traders"))
            .post(one.url("/operator/businesses"))
            .path("businessId");
    Response key =
        given()
            .header("Authorization", operator)
            .contentType("application/json")
            .post(one.url("/operator/businesses/" + business + "/api-keys"));
    return Map.of("apiKey", key.path("apiKey"), "apiSecret", key.path("apiSecret"));
  }
}
