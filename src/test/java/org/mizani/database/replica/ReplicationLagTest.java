package org.mizani.database.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReplicationLagTest {

  private static final long SECOND = 1_000_000_000;

  private final ReplicationLag lag = new ReplicationLag(Duration.ofSeconds(10));

  @Test
  void isTheTimeSinceThePrimaryHadTheReplayedPosition() {
    lag.note(100, 1 * SECOND);
    lag.note(200, 2 * SECOND);
    lag.note(300, 3 * SECOND);

    assertThat(lag.of(300, 4 * SECOND)).contains(Duration.ofSeconds(1));
    assertThat(lag.of(250, 4 * SECOND)).contains(Duration.ofSeconds(2));
    assertThat(lag.of(1000, 4 * SECOND)).contains(Duration.ofSeconds(1));
  }

  @Test
  void isUnknownBeforeTheOldestRememberedPosition() {
    assertThat(lag.of(100, 1 * SECOND)).isEmpty();

    lag.note(100, 1 * SECOND);

    assertThat(lag.of(99, 1 * SECOND)).isEmpty();
  }

  @Test
  void doesNotGrowWhileThePrimaryIsIdle() {
    lag.note(100, 1 * SECOND);
    lag.note(100, 60 * SECOND);

    assertThat(lag.of(100, 61 * SECOND)).contains(Duration.ofSeconds(1));
  }

  @Test
  void growsWhileThePrimaryDoesNotAnswer() {
    lag.note(100, 1 * SECOND);

    assertThat(lag.of(100, 11 * SECOND)).contains(Duration.ofSeconds(10));
    assertThat(lag.of(100, 12 * SECOND)).isEmpty();
  }

  @Test
  void isUnknownBeyondTheLongestRememberedTime() {
    lag.note(100, 1 * SECOND);
    lag.note(200, 12 * SECOND);

    assertThat(lag.of(150, 12 * SECOND)).isEmpty();
    assertThat(lag.of(200, 12 * SECOND)).contains(Duration.ZERO);
  }

  @Test
  void startsAgainWithAnotherPrimary() {
    lag.note(500, 1 * SECOND);
    lag.note(400, 2 * SECOND);

    assertThat(lag.of(450, 3 * SECOND)).contains(Duration.ofSeconds(1));
    assertThat(lag.of(399, 3 * SECOND)).isEmpty();
  }
}
