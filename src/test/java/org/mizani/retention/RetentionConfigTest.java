package org.mizani.retention;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Defaults;

class RetentionConfigTest {

  @ParameterizedTest
  @CsvSource({"personal-data, 30", "webhooks, 7", "callbacks, 7", "bulks, 7", "audit-log, 365"})
  void refusesToEraseEarlierThanTheSchemaAllows(String setting, int days) {
    assertRefused(setting, days * 24 - 1 + "h", "must be " + days + " days or longer.");
    assertTaken(setting, days + "d");
  }

  @ParameterizedTest
  @CsvSource({"23h", "86399s", "0s"})
  void refusesToForgetKeysWithinADay(String age) {
    assertRefused("idempotency-keys", age, "must be a day or longer.");
    assertTaken("idempotency-keys", "24h");
  }

  @Test
  void refusesToDeleteQuotesWithinADay() {
    assertRefused("quotes", "23h", "must be a day or longer.");
    assertTaken("quotes", "24h");
  }

  @Test
  void refusesToReplayAnswersWhosePersonalDataIsErased() {
    assertRefused(
        "idempotency-keys", "87600h1s", "must not exceed payments.retention.personal-data.");
    assertTaken("idempotency-keys", "3650d");
  }

  @ParameterizedTest
  @CsvSource({"0", "25", "-1"})
  void refusesMonthsThatAreTooFewOrTooMany(String months) {
    assertRefused("months-ahead", months, "must be 1 to 24.");
  }

  @ParameterizedTest
  @CsvSource({"months-ahead, 1", "months-ahead, 24", "batch, 1"})
  void takesTheEndsOfEachRange(String setting, String value) {
    assertTaken(setting, value);
  }

  @ParameterizedTest
  @CsvSource({"0", "-5"})
  void refusesABatchWithoutRows(String rows) {
    assertRefused("batch", rows, "must be 1 or more.");
  }

  /** As the start does, which makes the bean of these settings. */
  private static void assertRefused(String setting, String value, String rule) {
    assertThatThrownBy(() -> new DataRetention(null, with(setting, value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.retention." + setting + " " + rule)
        .hasNoCause();
  }

  private static void assertTaken(String setting, String value) {
    assertThatCode(() -> with(setting, value).validate()).doesNotThrowAnyException();
  }

  private static RetentionConfig with(String setting, String value) {
    return Defaults.with(RetentionConfig.class, Map.of("payments.retention." + setting, value));
  }
}
