package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSettingsTest {

  private final KnownSettings known = KnownSettings.ofThisBuild();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PAYMENTS_ENVIRONMENT",
        "PAYMENTS_STATEMENT_PAGE",
        "PAYMENTS_CORRIDOR_LIMITS_KE_MOBILE_MAXIMUM",
        "PAYMENTS_SANDBOX_PAYOUT_WALLETS_USD",
        "PAYMENTS_RAIL_KENYA_TYPE"
      })
  void knowsEverySettingOfThePage(String name) {
    assertThat(known.contains(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "PAYMENTS_RATELIMIT_PER_MINUTE, PAYMENTS_RATE_LIMIT_PER_MINUTE",
    "PAYMENTS_ENVIROMENT,           PAYMENTS_ENVIRONMENT",
    "PAYMENTS_ENCRYPTION_KEY,       PAYMENTS_ENCRYPTION_KEYS",
    "PAYMENTS_TOKEN_LIFE_TIME,      PAYMENTS_TOKEN_LIFETIME"
  })
  void tellsTheSettingThatIsMeant(String misspelt, String meant) {
    assertThat(known.contains(misspelt)).isFalse();
    assertThat(known.nearest(misspelt)).contains(meant);
  }

  @Test
  void guessesNoSettingForANameThatIsLikeNone() {
    assertThat(known.nearest("PAYMENTS_SERVICE_HOST")).isEmpty();
  }

  @Test
  void reportsUnknownSettingsOfEverySourceOnce() {
    assertThat(
            StartReport.unknown(
                known,
                List.of(
                    "PAYMENTS_RATELIMIT_PER_MINUTE",
                    "payments.ratelimit-per-minute",
                    "payments.rate-limit-per-minute",
                    "payments.corridor.limits.\"ke\".mobile.maximum",
                    "PAYMENTS_SERVICE_HOST",
                    "quarkus.http.prot",
                    "PATH")))
        .containsExactly(
            "PAYMENTS_RATELIMIT_PER_MINUTE (is PAYMENTS_RATE_LIMIT_PER_MINUTE meant?)",
            "PAYMENTS_SERVICE_HOST");
  }
}
