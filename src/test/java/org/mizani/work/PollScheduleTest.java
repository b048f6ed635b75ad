package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PollScheduleTest {

  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration LONG = Duration.ofHours(1);

  @Test
  void repeatsItsLastWait() {
    PollSchedule schedule = new PollSchedule(List.of(SHORT, LONG));

    assertThat(IntStream.rangeClosed(0, 4).mapToObj(schedule::waitAfter))
        .containsExactly(SHORT, SHORT, LONG, LONG, LONG);
  }

  @Test
  void endsAWaitWithTheTime() {
    PollSchedule schedule = new PollSchedule(List.of(LONG));

    assertThat(schedule.waitAfter(1, SHORT)).isEqualTo(SHORT);
    assertThat(schedule.waitAfter(1, LONG)).isEqualTo(LONG);
  }

  @Test
  void needsAWait() {
    assertThatThrownBy(() -> new PollSchedule(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a schedule needs at least one wait");
  }
}
