package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/**
 * A setting that cannot work ends the start with its sentence, before the database is asked: there
 * is none.
 */
class RefusedSettingIT {

  @TempDir Path directory;

  @Test
  void endsTheStartWhereverItIsNeeded() {
    // When: no job needs it, but a request.
    try (ServiceProcess refused = service().environment("PAYMENTS_STATEMENT_PAGE", "0").start()) {

      // Then
      assertEnds(refused, "payments.statement.page must be at least 1.\n");
    }
  }

  @Test
  void doesNotShowTheKeyInTheAddressOfRates() {
    // When
    try (ServiceProcess refused =
        service()
            .environment("PAYMENTS_FX_REFRESH_URL", "https://rates.example/latest?key=abc")
            .environment("PAYMENTS_FX_REFRESH_PAIRS", "USD-KES=/rates/KES")
            .start()) {

      // Then
      assertEnds(
          refused,
          "PAYMENTS_FX_REFRESH_PAIRS: \"USD-KES=/rates/KES\" is not like USD_KES=/rates/KES.\n");
    }
  }

  @Test
  void namesTheSettingOfAKeyThatIsNotThere() {
    // When
    try (ServiceProcess refused =
        service().environment("PAYMENTS_TOKEN_ACCEPTED_KEY_FILES", "/none.pem").start()) {

      // Then
      assertEnds(
          refused,
          "PAYMENTS_TOKEN_ACCEPTED_KEY_FILES names a file that cannot be read: /none.pem.\n");
    }
  }

  @Test
  void namesBothSettingsOfASecretThatIsGivenTwice() {
    // When
    try (ServiceProcess refused =
        service().operator().environment("PAYMENTS_OPERATOR_SECRET_FILE", "/none").start()) {

      // Then
      assertEnds(
          refused,
          "PAYMENTS_OPERATOR_SECRET and PAYMENTS_OPERATOR_SECRET_FILE must not both be set.\n");
    }
  }

  private ServiceProcess.Setup service() {
    return ServiceProcess.in(directory)
        .environment("DB_URL", "postgresql://localhost:1/none")
        .secrets(TestSecrets.write(directory));
  }

  private static void assertEnds(ServiceProcess refused, String sentence) {
    assertThat(refused.awaitExit()).as(refused.log()).isEqualTo(1);
    assertThat(refused.errors()).isEqualTo(sentence);
    assertThat(refused.output()).doesNotContain("\tat ", "Listening on");
  }
}
