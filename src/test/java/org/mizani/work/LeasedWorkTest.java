package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How many rows a pod carries, and that one broken row costs the others nothing. */
class LeasedWorkTest {

  private final List<UUID> workedOn = new ArrayList<>();
  private List<UUID> due = List.of();
  private UUID broken;

  private final LeasedWork<UUID> work =
      new LeasedWork<>("The test", new Task(), new Leases(null, "payout", batch()), settings());

  private class Task implements LeasedWork.Task<UUID> {
    @Override
    public Uni<List<UUID>> claim(int most, Duration lease) {
      List<UUID> claimed = due.stream().limit(most).toList();
      due = List.of();
      return Uni.createFrom().item(claimed);
    }

    @Override
    public Lease leaseOf(UUID row) {
      return new Lease(row, 1);
    }

    @Override
    public Uni<Void> workOn(UUID row) {
      if (row.equals(broken)) {
        throw new IllegalArgumentException("`timeout` must be greater than zero");
      }
      workedOn.add(row);
      return Uni.createFrom().voidItem();
    }
  }

  @Test
  void worksOnTheRowsBehindOneThatThrows() {
    due = IntStream.range(0, 3).mapToObj(i -> UUID.randomUUID()).toList();
    broken = due.get(0);
    List<UUID> others = due.subList(1, 3);

    work.takeOnDue().await().atMost(Duration.ofSeconds(5));

    assertThat(workedOn).isEqualTo(others);
  }

  @Test
  void givesThePlacesBackOfRowsThatThrow() {
    due = IntStream.range(0, 3).mapToObj(i -> UUID.randomUUID()).toList();
    broken = due.get(0);

    work.takeOnDue().await().atMost(Duration.ofSeconds(5));

    assertThat(Stream.generate(work::reserve).limit(5))
        .as("of four places none is taken")
        .containsExactly(true, true, true, true, false);
  }

  @Test
  void whoIsAboutToStopLeavesWhatIsDueToOthers() {
    List<UUID> left = List.of(UUID.randomUUID());
    due = left;

    work.drain();
    work.takeOnDue().await().atMost(Duration.ofSeconds(5));

    assertThat(work.reserve()).isFalse();
    assertThat(due).isEqualTo(left);
    assertThat(workedOn).isEmpty();
  }

  @Test
  void whoStopsTakesNothingOn() {
    work.stop();

    assertThat(work.reserve()).isFalse();
  }

  private static BatchSettings batch() {
    return new BatchSettings() {
      @Override
      public int maxBatch() {
        return 1;
      }

      @Override
      public int maxRunning() {
        return 1;
      }

      @Override
      public int maxQueued() {
        return 1;
      }

      @Override
      public Duration maxWait() {
        return Duration.ofSeconds(1);
      }
    };
  }

  private static LeaseSettings settings() {
    return new LeaseSettings() {
      @Override
      public Duration every() {
        return Duration.ofSeconds(1);
      }

      @Override
      public Duration lease() {
        return Duration.ofSeconds(60);
      }

      @Override
      public int maxInFlight() {
        return 4;
      }

      @Override
      public int maxClaim() {
        return 4;
      }

      @Override
      public Duration shutdownTimeout() {
        return Duration.ofSeconds(1);
      }
    };
  }
}
