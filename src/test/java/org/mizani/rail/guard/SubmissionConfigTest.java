package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Defaults;

class SubmissionConfigTest {

  @ParameterizedTest
  @CsvSource({"on, ON", "ask-only, ASK_ONLY", "off, OFF"})
  void takesTheThreeModes(String value, SubmissionMode mode) {
    assertThat(with("submission", value).validated()).isEqualTo(mode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ask_only", "ON", "hold", "true"})
  void refusesAnotherMode(String value) {
    assertRefused(
        "submission",
        value,
        "payments.payout.submission=%s is not one of on, ask-only, off.".formatted(value));
  }

  @ParameterizedTest
  @CsvSource({
    "submission-put-off, 0s",
    "submission-put-off, -1s",
    "submission-known-for, 0s",
    "submission-known-for, -1s"
  })
  void refusesWaitsOfNoTime(String setting, String value) {
    assertRefused(
        setting,
        value,
        "payments.payout.submission-put-off and .submission-known-for must be 1 ms or more.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "100001"})
  void refusesABatchThatCannotBe(String value) {
    assertRefused(
        "submission-batch", value, "payments.payout.submission-batch must be from 1 to 100000.");
  }

  @ParameterizedTest
  @CsvSource({"submission-put-off, 1ms", "submission-batch, 1", "submission-batch, 100000"})
  void takesTheEndsOfEachRange(String setting, String value) {
    assertThatCode(() -> with(setting, value).validated()).doesNotThrowAnyException();
  }

  /** Otherwise every pod would hold payments between two looks. */
  @Test
  void refusesToForgetTheSwitchBetweenTwoLooks() {
    SubmissionConfig config = with("submission-known-for", "2s");

    assertThatThrownBy(() -> unread(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.payout.submission-known-for must be longer than"
                + " payments.rail.pacing.look-every.")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "ON, ON, ON",
    "ON, ASK_ONLY, ASK_ONLY",
    "ON, OFF, OFF",
    "ASK_ONLY, ON, ASK_ONLY",
    "ASK_ONLY, OFF, OFF",
    "OFF, ON, OFF",
    "OFF, ASK_ONLY, OFF"
  })
  void theStricterOfTwoModesCounts(SubmissionMode one, SubmissionMode other, SubmissionMode both) {
    assertThat(one.stricter(other)).isEqualTo(both);
  }

  @ParameterizedTest
  @CsvSource({"ON, false, false", "ASK_ONLY, true, false", "OFF, true, true"})
  void eachModeStopsItsCalls(SubmissionMode mode, boolean submissions, boolean questions) {
    assertThat(mode.stops(false)).isEqualTo(submissions);
    assertThat(mode.stops(true)).isEqualTo(questions);
  }

  @Test
  void aPodThatHasNotReadTheSwitchCallsNoNetwork() {
    SubmissionSwitch unread = unread(Defaults.of(SubmissionConfig.class));

    assertThat(unread.isOn()).isFalse();
    assertThat(unread.heldFor(false)).contains(Duration.ofSeconds(2));
    assertThat(unread.heldFor(true)).contains(Duration.ofSeconds(2));
  }

  private static SubmissionSwitch unread(SubmissionConfig config) {
    return new SubmissionSwitch(null, null, config, Defaults.of(PacingConfig.class));
  }

  private static void assertRefused(String setting, String value, String sentence) {
    assertThatThrownBy(() -> with(setting, value).validated())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(sentence)
        .hasNoCause();
  }

  private static SubmissionConfig with(String setting, String value) {
    return Defaults.with(SubmissionConfig.class, Map.of("payments.payout." + setting, value));
  }
}
