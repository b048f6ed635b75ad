package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times at which rates change, and the window of the daily refresh. */
class RateScheduleTest {

  private final RateSchedule schedule = new RateSchedule(Duration.ofHours(2));

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T00:00:00Z,     2026-11-21T17:00:00Z",
    "2026-11-21T16:59:59.999Z, 2026-11-21T17:00:00Z",
    "2026-11-21T17:00:00Z,     2026-11-22T17:00:00Z",
    "2026-11-21T23:59:59Z,     2026-11-22T17:00:00Z",
    "2026-12-31T18:00:00Z,     2027-01-01T17:00:00Z"
  })
  void changesAreAtFiveInTheAfternoonUtc(Instant now, Instant next) {
    assertThat(RateSchedule.changeAfter(now)).isEqualTo(next);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T00:00:00Z,           , 2026-11-20",
    "2026-11-21T16:59:59.999999999Z, , 2026-11-20",
    "2026-11-21T17:00:00Z,           2026-11-21, 2026-11-20",
    "2026-11-21T18:59:59.999999999Z, 2026-11-21, 2026-11-20",
    "2026-11-21T19:00:00Z,           , 2026-11-21",
    "2026-11-21T23:59:59.999999999Z, , 2026-11-21",
    "2026-12-31T17:00:00Z,           2026-12-31, 2026-12-30",
    "2027-01-01T00:00:00Z,           , 2026-12-31",
    "2028-02-29T17:30:00Z,           2028-02-29, 2028-02-28"
  })
  void aDayIsDueDuringItsWindow(Instant now, LocalDate due, LocalDate over) {
    assertThat(schedule.due(now).orElse(null)).isEqualTo(due);
    assertThat(schedule.over(now)).isEqualTo(over);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T23:59:59Z, 2026-11-21, 2026-11-20",
    "2026-11-22T00:00:00Z, 2026-11-21, 2026-11-20",
    "2026-11-22T16:29:59Z, 2026-11-21, 2026-11-20",
    "2026-11-22T16:30:00Z, , 2026-11-21",
    "2026-11-22T17:00:00Z, 2026-11-22, 2026-11-21"
  })
  void aWindowMayReachBeyondMidnight(Instant now, LocalDate due, LocalDate over) {
    RateSchedule lasting = new RateSchedule(Duration.ofMinutes(23 * 60 + 30));

    assertThat(lasting.due(now).orElse(null)).isEqualTo(due);
    assertThat(lasting.over(now)).isEqualTo(over);
  }

  @Test
  void noDayIsDueWithoutAWindow() {
    RateSchedule none = new RateSchedule(Duration.ZERO);

    assertThat(none.due(Instant.parse("2026-11-21T17:00:00Z"))).isEmpty();
  }

  @Test
  void aDayEndsWithItsWindow() {
    assertThat(schedule.end(LocalDate.of(2026, 11, 21))).isEqualTo("2026-11-21T19:00:00Z");
  }
}
