package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When rates change. */
class RateTimesTest {

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T00:00:00Z,     2026-11-21T17:00:00Z",
    "2026-11-21T16:59:59.999Z, 2026-11-21T17:00:00Z",
    "2026-11-21T17:00:00Z,     2026-11-22T17:00:00Z",
    "2026-11-21T23:59:59Z,     2026-11-22T17:00:00Z",
    "2026-12-31T18:00:00Z,     2027-01-01T17:00:00Z"
  })
  void changesAreAtFiveInTheAfternoonUtc(Instant now, Instant next) {
    assertThat(RateTimes.after(now)).isEqualTo(next);
  }
}
