package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryScheduleTest {

  private static final Optional<Duration> NOT_ASKED = Optional.empty();
  private static final List<Duration> DELAYS =
      Stream.of("PT0S", "PT5S", "PT5M", "PT2H").map(Duration::parse).toList();
  private final RandomGenerator random = new Random(7);

  @Test
  void returnsEachDelayInTurnAndThenGivesUp() {
    RetrySchedule schedule = schedule(0);

    List<Duration> answered = new ArrayList<>();
    for (int made = 0; made < 4; made++) {
      answered.add(schedule.delayAfter(made, NOT_ASKED, random).orElseThrow());
    }

    assertThat(answered).isEqualTo(DELAYS);
    assertThat(schedule.delayAfter(4, NOT_ASKED, random)).isEmpty();
    assertThat(schedule.delayAfter(400, NOT_ASKED, random)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 4000, 6000", "2, 240000, 360000", "3, 5760000, 8640000"})
  void spreadsADelayByTheJitterBothWays(int made, long leastMillis, long mostMillis) {
    RetrySchedule schedule = schedule(20);

    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      millis.add(schedule.delayAfter(made, NOT_ASKED, random).orElseThrow().toMillis());
    }

    long tenth = (mostMillis - leastMillis) / 10;
    assertThat(millis).allMatch(delay -> delay >= leastMillis && delay <= mostMillis);
    assertThat(millis).anyMatch(delay -> delay < leastMillis + tenth);
    assertThat(millis).anyMatch(delay -> delay > mostMillis - tenth);
  }

  @Test
  void doesNotSpreadADelayOfZero() {
    assertThat(schedule(20).delayAfter(0, NOT_ASKED, random)).contains(Duration.ZERO);
  }

  @Test
  void waitsAsLongAsTheReceiverAsks() {
    assertThat(schedule(20).delayAfter(1, asked("PT90S"), random)).contains(Duration.ofSeconds(90));
  }

  @Test
  void limitsTheWaitThatAReceiverAsks() {
    assertThat(schedule(20).delayAfter(1, asked("PT300H"), random)).contains(Duration.ofHours(1));
  }

  @Test
  void keepsItsDelayIfTheReceiverAsksForLess() {
    assertThat(schedule(0).delayAfter(2, asked("PT1S"), random)).contains(Duration.ofMinutes(5));
    assertThat(schedule(0).delayAfter(3, asked("PT1H"), random)).contains(Duration.ofHours(2));
  }

  @Test
  void givesUpDespiteARequestedWait() {
    assertThat(schedule(0).delayAfter(4, asked("PT1S"), random)).isEmpty();
  }

  @Test
  void refusesInvalidSchedules() {
    Duration hour = Duration.ofHours(1);
    assertThatThrownBy(() -> new RetrySchedule(List.of(), 20, hour))
        .hasMessage("a retry schedule needs at least one attempt");
    assertThatThrownBy(() -> new RetrySchedule(List.of(Duration.ofSeconds(-1)), 20, hour))
        .hasMessage("a delay cannot be negative");
    assertThatThrownBy(() -> new RetrySchedule(DELAYS, 20, Duration.ofSeconds(-1)))
        .hasMessage("a delay cannot be negative");
    assertThatThrownBy(() -> new RetrySchedule(DELAYS, 101, hour))
        .hasMessage("jitter is 0 to 100 percent");
    assertThatThrownBy(() -> new RetrySchedule(DELAYS, -1, hour))
        .hasMessage("jitter is 0 to 100 percent");
  }

  private static RetrySchedule schedule(int jitterPercent) {
    return new RetrySchedule(DELAYS, jitterPercent, Duration.ofHours(1));
  }

  private static Optional<Duration> asked(String duration) {
    return Optional.of(Duration.parse(duration));
  }
}
