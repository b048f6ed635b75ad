package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SameMinuteTest {

  private final AtomicLong now = new AtomicLong(1_800_000_000);
  private final AtomicInteger runs = new AtomicInteger();
  private final SameMinute minute = new SameMinute(now::get);

  @Test
  void aRunWithinOneMinuteIsTheLast() throws Exception {
    minute.run(() -> runFor(59));

    assertThat(runs).hasValue(1);
  }

  @Test
  void aRunDuringWhichTheMinuteChangesIsRepeated() throws Exception {
    now.addAndGet(55);

    minute.run(() -> runFor(10));

    assertThat(runs).hasValue(2);
  }

  @Test
  void aFailureInTheLastSecondsIsRepeated() throws Exception {
    now.addAndGet(50);

    minute.run(
        () -> {
          runFor(5);
          assertThat(runs).hasValueGreaterThan(2);
        });

    assertThat(runs).hasValue(3);
  }

  @Test
  void aFailureBeforeTheLastSecondsIsThrown() {
    assertThatThrownBy(
            () ->
                minute.run(
                    () -> {
                      runFor(20);
                      throw new AssertionError("wrong");
                    }))
        .hasMessage("wrong");
    assertThat(runs).hasValue(1);
  }

  @Test
  void aRunOfAlmostAMinuteFitsOneInTheEnd() throws Exception {
    now.addAndGet(50);

    minute.run(() -> runFor(55));

    assertThat(runs).hasValue(11);
  }

  @Test
  void runsThatNeverFitAMinuteEnd() {
    assertThatThrownBy(() -> minute.run(() -> runFor(60)))
        .isInstanceOf(AssertionError.class)
        .hasMessage("none of 12 runs ended in the minute of its begin");
    assertThat(runs).hasValue(SameMinute.MOST_RUNS);
  }

  private void runFor(long seconds) {
    runs.incrementAndGet();
    now.addAndGet(seconds);
  }
}
