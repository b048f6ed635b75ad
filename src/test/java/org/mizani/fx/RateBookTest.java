package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.mizani.fx.RateSnapshot.Pair;

class RateBookTest {

  private static final Pair USD_KES = new Pair("USD", "KES");
  private static final Instant CHANGE = Instant.parse("2026-03-02T17:00:00Z");
  private static final BigDecimal OLD = new BigDecimal("129");
  private static final BigDecimal NEW = new BigDecimal("130.25");

  private final RateSnapshot snapshot =
      snapshotOf(Map.of(CHANGE.minusSeconds(86_400), OLD, CHANGE, NEW));

  @Test
  void aRateComesIntoForceAtItsInstant() {
    assertThat(snapshot.inForce(USD_KES, at("2026-03-02T16:59:59.999999999Z"), Duration.ZERO))
        .contains(OLD);
    assertThat(snapshot.inForce(USD_KES, at("2026-03-02T17:00:00Z"), Duration.ZERO)).contains(NEW);
    assertThat(snapshot.inForce(USD_KES, at("2030-01-01T00:00:00Z"), Duration.ZERO)).contains(NEW);
  }

  @Test
  void noRateIsInForceBeforeTheFirst() {
    assertThat(snapshot.inForce(USD_KES, at("2026-03-01T16:59:59Z"), Duration.ZERO)).isEmpty();
  }

  @Test
  void theInversePairIsNotDerived() {
    assertThat(snapshot.inForce(new Pair("KES", "USD"), CHANGE, Duration.ZERO)).isEmpty();
  }

  @Test
  void aRateThatIsTooOldIsNotInForce() {
    Duration day = Duration.ofDays(1);

    assertThat(snapshot.inForce(USD_KES, at("2026-03-03T17:00:00Z"), day)).contains(NEW);
    assertThat(snapshot.inForce(USD_KES, at("2026-03-03T17:00:00.000000001Z"), day)).isEmpty();
  }

  @Test
  void tellsTheAgeOfWhatIsInForce() {
    assertThat(snapshot.ages(at("2026-03-02T16:59:59Z")))
        .containsExactly(Map.entry(USD_KES, 86_399L));
    assertThat(snapshot.ages(at("2026-03-04T17:00:01Z")))
        .containsExactly(Map.entry(USD_KES, 172_801L));
    assertThat(snapshot.ages(at("2026-03-01T16:59:59Z"))).isEmpty();
  }

  private static Instant at(String time) {
    return InstantSource.fixed(Instant.parse(time)).instant();
  }

  private static RateSnapshot snapshotOf(Map<Instant, BigDecimal> rates) {
    NavigableMap<Instant, BigDecimal> byStart = new TreeMap<>(rates);
    return new RateSnapshot(Map.of(USD_KES, byStart), Duration.ZERO, 0);
  }
}
