package org.mizani.webhook.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mizani.webhook.TestConfig;

class PaceTest {

  private static final Duration FAST = Duration.ofMillis(20);
  private static final Duration SLOWER = Duration.ofMillis(200);
  private static final Duration SLOW = Duration.ofMillis(1001);

  private final Pace pace =
      new Pace(
          TestConfig.with(
                  Map.of(
                      "limits.in-flight-per-receiver", "4",
                      "limits.in-flight-per-fast-receiver", "16"))
              .limits());

  @Test
  void growsWithEachFastAnswerUpToItsMost() {
    assertThat(pace.atATime()).isEqualTo(4);

    answers(5, FAST);
    assertThat(pace.atATime()).isEqualTo(9);

    answers(100, FAST);
    assertThat(pace.atATime()).isEqualTo(16);
  }

  @Test
  void doesNotGrowWhileFewerAreUnderWayThanMayBe() {
    pace.note(true, FAST, false);

    assertThat(pace.atATime()).isEqualTo(4);
  }

  @Test
  void doesNotGrowByAnswersThatTakeLongerThanAFastOne() {
    answers(100, SLOW);

    assertThat(pace.atATime()).isEqualTo(4);
  }

  @Test
  void shrinksByAQuarterForEachTurnOfAnswersThatHaveSlowedDown() {
    answers(12, FAST);

    answers(15, SLOWER);
    assertThat(pace.atATime()).as("within a turn").isEqualTo(16);

    answers(1, SLOWER);
    assertThat(pace.atATime()).isEqualTo(12);

    answers(12, SLOWER);
    assertThat(pace.atATime()).isEqualTo(9);
  }

  @Test
  void neverShrinksBelowTheFirstPace() {
    answers(12, FAST);

    answers(1000, SLOW);

    assertThat(pace.atATime()).isEqualTo(4);
  }

  @Test
  void getsUsedToASlowerReceiver() {
    answers(12, FAST);

    answers(1000, SLOWER);

    assertThat(pace.atATime()).as("its answers are the usual ones now").isEqualTo(16);
  }

  @Test
  void fewSlowAnswersAmongFastOnesDoNotShrinkIt() {
    answers(12, FAST);

    for (int i = 0; i < 100; i++) {
      answers(1, SLOW);
      answers(2, FAST);
    }

    assertThat(pace.atATime()).isEqualTo(16);
  }

  @Test
  void beginsAnewWithAFailure() {
    answers(12, FAST);

    pace.note(false, FAST, true);

    assertThat(pace.atATime()).isEqualTo(4);
  }

  private void answers(int count, Duration took) {
    IntStream.range(0, count).forEach(i -> pace.note(true, took, true));
  }
}
