package org.mizani.payout.schedule;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Defaults;

class ScheduleConfigTest {

  private static final Duration JUDGED_WITHIN = Duration.ofMinutes(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @ParameterizedTest
  @CsvSource({
    "longest-ahead, 59s, be from 1 minute to 366 days",
    "longest-ahead, 367d, be from 1 minute to 366 days",
    "latest-by, 59s, be from 1 minute to 7 days",
    "latest-by, 8d, be from 1 minute to 7 days",
    "most, 0, be from 1 to 1000",
    "most, 1001, be from 1 to 1000",
    "every, 9ms, be 10 ms or longer",
    "at-once, 0, be from 1 to 100",
    "at-once, 101, be from 1 to 100",
    "lease, 80s, be longer than payments.bulk.judged-within and twice payments.database.timeout together",
    "latest-by, 12m, be longer than 4 times payments.bulk.schedule.lease"
  })
  void refusesASettingBeyondItsRange(String setting, String value, String rule) {
    ScheduleConfig config = with(setting, value);

    assertThatThrownBy(() -> config.validate(JUDGED_WITHIN, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.bulk.schedule." + setting + " must " + rule + ".");
  }

  @ParameterizedTest
  @CsvSource({
    "longest-ahead, 1m",
    "longest-ahead, 366d",
    "latest-by, 721s",
    "latest-by, 7d",
    "most, 1",
    "every, 10ms",
    "at-once, 1",
    "at-once, 100",
    "lease, 81s"
  })
  void takesTheEndsOfEachRange(String setting, String value) {
    assertThatCode(() -> with(setting, value).validate(JUDGED_WITHIN, TIMEOUT))
        .doesNotThrowAnyException();
  }

  private static ScheduleConfig with(String setting, String value) {
    return Defaults.with(ScheduleConfig.class, Map.of("payments.bulk.schedule." + setting, value));
  }
}
