package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which day's rates are due, and which one's are so no more. */
class RefreshWindowTest {

  private final RefreshWindow window = new RefreshWindow(Duration.ofHours(2));

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
  void aDayIsDueFromItsChangeUntilItsWindowEnds(Instant now, LocalDate due, LocalDate over) {
    assertThat(window.due(now).orElse(null)).isEqualTo(due);
    assertThat(window.over(now)).isEqualTo(over);
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
    RefreshWindow lasting = new RefreshWindow(Duration.ofMinutes(23 * 60 + 30));

    assertThat(lasting.due(now).orElse(null)).isEqualTo(due);
    assertThat(lasting.over(now)).isEqualTo(over);
  }

  @Test
  void withoutAWindowNothingIsDue() {
    RefreshWindow none = new RefreshWindow(Duration.ZERO);

    assertThat(none.due(Instant.parse("2026-11-21T17:00:00Z"))).isEmpty();
  }

  @Test
  void theEndOfADayIsItsWindowsLengthAfterItsChange() {
    assertThat(window.end(LocalDate.of(2026, 11, 21))).isEqualTo("2026-11-21T19:00:00Z");
  }
}
