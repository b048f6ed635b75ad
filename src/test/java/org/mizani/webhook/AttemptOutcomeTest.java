package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.webhook.AttemptOutcome.Answered;

class AttemptOutcomeTest {

  private static final Instant NOW = Instant.parse("2015-10-21T07:28:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"120 | PT2M", "' 5 ' | PT5S", "0 | PT0S", "Wed, 21 Oct 2015 07:30:00 GMT | PT2M"})
  void readsRetryAfterAsSecondsOrDate(String header, Duration wait) {
    assertThat(Answered.of(429, header, NOW).retryAfter()).contains(wait);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {"soon", "-5", "1.5", "99999999999999999999", "Wed, 21 Oct 2015 07:00:00 GMT"})
  void ignoresAnInvalidRetryAfter(String header) {
    assertThat(Answered.of(429, header, NOW).retryAfter()).isEmpty();
  }
}
