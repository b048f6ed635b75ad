package org.mizani.work;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.support.Eventually;
import org.mizani.support.LoggedLines;

/** Rows that a pod takes on. A row that fails does not stop the others. */
class LeasedWorkTest {

  private static final BatchSettings BATCH = new BatcherTest.Limits(1, 1, 1, Duration.ofSeconds(1));

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final List<UUID> workedOn = new ArrayList<>();
  private final List<UUID> called = new ArrayList<>();
  private List<UUID> due = List.of();
  private final Map<UUID, Integer> calls = new HashMap<>();
  private List<UUID> broken = List.of();
  private RuntimeException failure =
      new IllegalArgumentException("`timeout` must be greater than zero");
  private List<UUID> crowded = List.of();
  private List<UUID> skipped = List.of();
  private Uni<Void> beforeCalls = Uni.createFrom().voidItem();
  private final List<BooleanSupplier> windows = new ArrayList<>();
  private Uni<Void> answer = Uni.createFrom().voidItem();

  private final Work work = new Work();
  private final LeasedWorkLifecycle lifecycle = new LeasedWorkLifecycle(List.of(work));

  private record TestRow(UUID id, int calls) implements LeasedWork.Row {
    @Override
    public Lease lease() {
      return new Lease(id, 1);
    }
  }

  private class Work extends LeasedWork<TestRow> {
    Work() {
      super(
          "The test",
          new Leases(null, new LeaseTable("payout", "next_poll_at", false), settings()),
          settings());
    }

    @Override
    protected Uni<List<TestRow>> claim(int most, Duration lease) {
      List<TestRow> claimed = due.stream().limit(most).map(LeasedWorkTest.this::row).toList();
      due = List.of();
      return Uni.createFrom().item(claimed);
    }

    @Override
    protected Uni<Void> workOn(TestRow row) {
      if (broken.contains(row.id())) {
        throw failure;
      }
      if (crowded.contains(row.id())) {
        return Uni.createFrom().failure(Overflow::new);
      }
      if (skipped.contains(row.id())) {
        return skip(row, Duration.ZERO);
      }
      workedOn.add(row.id());
      return beforeCalls.chain(
          () ->
              call(
                  row,
                  TIMEOUT,
                  lasts -> {
                    called.add(row.id());
                    windows.add(lasts);
                    return answer;
                  }));
    }
  }

  @Test
  void worksOnTheRowsAfterOneThatThrows() {
    due = IntStream.range(0, 3).mapToObj(i -> UUID.randomUUID()).toList();
    broken = due.subList(0, 1);
    List<UUID> others = due.subList(1, 3);

    work.takeOnDue().await().atMost(Eventually.PATIENCE);

    assertThat(workedOn).isEqualTo(others);
    assertThat(called).isEqualTo(others);
  }

  @Test
  void tooManyRowsAreToldOnce() {
    due = IntStream.range(0, 3).mapToObj(i -> UUID.randomUUID()).toList();
    crowded = due;

    try (LoggedLines logged = LoggedLines.listen()) {
      work.takeOnDue().await().atMost(Eventually.PATIENCE);

      assertThat(logged.text().lines().filter(line -> line.contains("The test")))
          .containsExactly("The test is too fast for the database; nothing is lost.");
    }
    assertThat(workedOn).isEmpty();
  }

  /** The first calls are the trials of a circuit breaker that lets some calls through again. */
  @Test
  void beginsWithTheRowsWithFewestCalls() {
    due = IntStream.range(0, 4).mapToObj(i -> UUID.randomUUID()).toList();
    calls.putAll(Map.of(due.get(0), 34, due.get(1), 2));

    List<UUID> inOrder = List.of(due.get(2), due.get(3), due.get(1), due.get(0));
    work.takeOnDue().await().atMost(Eventually.PATIENCE);

    assertThat(called).isEqualTo(inOrder);
  }

  @Test
  void freesThePlacesOfRowsThatThrow() {
    due = IntStream.range(0, 3).mapToObj(i -> UUID.randomUUID()).toList();
    broken = due.subList(0, 1);

    work.takeOnDue().await().atMost(Eventually.PATIENCE);

    assertThat(Stream.generate(() -> work.reserve().isPresent()).limit(5))
        .as("of four places none is taken")
        .containsExactly(true, true, true, true, false);
  }

  @Test
  void aCallThatCouldOutlastItsLeaseIsNotMade() {
    work.reserve();

    work.takeOn(row(UUID.randomUUID()), LeaseEnd.of(TIMEOUT.minusMillis(1)));

    assertThat(workedOn).hasSize(1);
    assertThat(called).isEmpty();
  }

  /** A row that was deleted and made anew has its polls counted from where they were. */
  @Test
  void aRowUnderTheLeaseOfAnEndedOneKeepsThatLease() {
    List<UniEmitter<? super Void>> waiting = new ArrayList<>();
    beforeCalls = Uni.createFrom().emitter(waiting::add);
    UUID id = UUID.randomUUID();
    IntStream.range(0, 2).forEach(i -> work.takeOn(row(id), work.reserve().orElseThrow()));

    waiting.forEach(row -> row.complete(null));

    assertThat(called).containsExactly(id, id);
  }

  /** Likewise: what it sent then would be sent beside the work on the new row. */
  @Test
  void theWindowOfAnEndedRowStaysClosedUnderTheSameLease() {
    List<UniEmitter<? super Void>> answers = new ArrayList<>();
    answer = Uni.createFrom().emitter(answers::add);
    UUID id = UUID.randomUUID();
    work.takeOn(row(id), work.reserve().orElseThrow());
    assertThat(windows.get(0).getAsBoolean()).isTrue();
    answers.get(0).complete(null);

    work.takeOn(row(id), work.reserve().orElseThrow());

    assertThat(windows).hasSize(2);
    assertThat(windows.get(1).getAsBoolean()).isTrue();
    assertThat(windows.get(0).getAsBoolean()).isFalse();
  }

  /** A pod that was frozen: an operator may have the row by then. */
  @Test
  void aRowWithAnEndedLeaseIsNotPutOffAndTheLogTellsIt() {
    UUID id = UUID.randomUUID();
    skipped = List.of(id);
    work.reserve();

    try (LoggedLines logged = LoggedLines.listen()) {
      work.takeOn(row(id), LeaseEnd.of(Duration.ofMillis(-1)));

      assertThat(logged.text())
          .contains(id + "")
          .contains("its lease ended before its network was called");
    }
  }

  @Test
  void aUsedLeaseLastsUntilItsEnd() {
    HeldLease lease = new HeldLease(LeaseEnd.of(Duration.ofHours(1)));
    HeldLease brief = new HeldLease(LeaseEnd.of(Duration.ofMillis(1)));

    assertThat(lease.lasts()).as("not used").isFalse();
    lease.use(TIMEOUT);
    assertThat(lease.lasts()).isTrue();

    brief.use(Duration.ZERO);
    Eventually.eventually(brief::lasts, isEqual(false));
  }

  @Test
  void aLeaseIsUsedOrReleasedNeverBoth() {
    HeldLease used = new HeldLease(LeaseEnd.of(Duration.ofHours(1)));
    HeldLease released = new HeldLease(LeaseEnd.of(Duration.ofHours(1)));

    assertThat(used.use(TIMEOUT)).isTrue();
    assertThat(used.giveBack()).isFalse();
    assertThat(used.use(TIMEOUT)).as("a second call of the same work").isTrue();

    assertThat(released.giveBack()).isTrue();
    assertThat(released.giveBack()).as("once").isFalse();
    assertThat(released.use(TIMEOUT)).isFalse();
  }

  /** Every row of the pod fails in an outage: one line tells it. */
  @Test
  void anOutageIsToldOnceForAllRows() {
    due = IntStream.range(0, 3).mapToObj(i -> UUID.randomUUID()).toList();
    broken = due;
    failure = new IllegalStateException(new TimeoutException("no answer"));

    try (LoggedLines logged = LoggedLines.listen()) {
      work.takeOnDue().await().atMost(Eventually.PATIENCE);

      assertThat(logged.text())
          .containsOnlyOnce("The test waits for the database")
          .doesNotContain("left to its lease");
    }
  }

  @Test
  void aFullPodClaimsNoRows() {
    List<UUID> left = List.of(UUID.randomUUID());
    due = left;

    PodPlaces.whileTaken(work, () -> work.takeOnDue().await().atMost(Eventually.PATIENCE));

    assertThat(due).isEqualTo(left);
    assertThat(workedOn).isEmpty();
  }

  @Test
  void aPodAboutToStopTakesOnNoRows() {
    List<UUID> left = List.of(UUID.randomUUID());
    due = left;

    lifecycle.drain(new ShutdownDelayInitiatedEvent());
    work.takeOnDue().await().atMost(Eventually.PATIENCE);

    assertThat(work.reserve()).isEmpty();
    assertThat(due).isEqualTo(left);
    assertThat(workedOn).isEmpty();
  }

  @Test
  void aStoppedPodReservesNoPlaces() {
    lifecycle.stop(new ShutdownEvent());

    assertThat(work.reserve()).isEmpty();
  }

  private TestRow row(UUID id) {
    return new TestRow(id, calls.getOrDefault(id, 1));
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
      public int heapPercent() {
        return 25;
      }

      @Override
      public int maxClaim() {
        return 4;
      }

      @Override
      public Duration shutdownTimeout() {
        return Duration.ofSeconds(1);
      }

      @Override
      public BatchSettings apply() {
        return BATCH;
      }

      @Override
      public Duration gather() {
        return Duration.ZERO;
      }

      @Override
      public Duration railTimeout() {
        return TIMEOUT;
      }

      @Override
      public List<Duration> pollAfter() {
        return List.of(Duration.ofSeconds(1));
      }
    };
  }
}
