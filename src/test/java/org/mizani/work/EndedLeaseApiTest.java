package org.mizani.work;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.payout.PayoutConfig;
import org.mizani.support.Defaults;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/**
 * Work whose lease ends meanwhile: a payout counts as submitted if its rail was called, and is left
 * to the pod that has it then.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EndedLeaseApiTest {

  private static final LeaseSettings SETTINGS = Defaults.of(PayoutConfig.class).settlement();
  private static final Duration HOUR = Duration.ofHours(1);
  private static final LeaseTable TABLE = new LeaseTable("payout_due", "next_poll_at", true);

  @Inject Database database;
  @Inject Rows rows;

  private UUID id;

  private record Payment(UUID id) implements LeasedWork.Row {
    @Override
    public int calls() {
      return 1;
    }

    @Override
    public Lease lease() {
      return new Lease(id, 1);
    }
  }

  /** Work of a test. */
  private final class Pod extends LeasedWork<Payment> {

    private final BiFunction<Pod, Payment, Uni<Void>> work;
    private final AtomicInteger calls = new AtomicInteger();

    Pod(BiFunction<Pod, Payment, Uni<Void>> work) {
      super("The test", new Leases(database, TABLE, SETTINGS), SETTINGS);
      this.work = work;
    }

    @Override
    protected Uni<List<Payment>> claim(int most, Duration lease) {
      return Uni.createFrom().item(List.of());
    }

    @Override
    protected Uni<Void> workOn(Payment payment) {
      return work.apply(this, payment);
    }

    private Uni<Void> callFor(Payment payment, Duration timeout) {
      return call(
          payment,
          timeout,
          lasts -> {
            calls.incrementAndGet();
            return Uni.createFrom().voidItem();
          });
    }

    private void takeOnUntil(LeaseEnd end) {
      reserve();
      takeOn(new Payment(id), end);
      eventually(() -> PodPlaces.areFree(this), isEqual(true));
    }
  }

  @BeforeEach
  void leaseARow() {
    id = UUID.randomUUID();
    rows.execute(
        """
        INSERT INTO payout_due (id, business_id, created_at, next_poll_at, leased_until, polls)
        VALUES ($1, 1, now(), now() + interval '1 hour', now() + interval '1 hour', 1)
        """,
        id);
  }

  @AfterEach
  void removeTheRow() {
    rows.execute("DELETE FROM payout_due WHERE id = $1", id);
  }

  /** Its lease counts on, so no other pod queries the payout while the first call may pay it. */
  @Test
  void aRowWithACallKeepsItsLeaseIfTheNextCallIsTooLate() {
    Pod pod =
        new Pod(
            (work, payment) ->
                work.callFor(payment, Duration.ZERO).chain(() -> work.callFor(payment, HOUR)));

    pod.takeOnUntil(LeaseEnd.of(HOUR.minusMillis(1)));

    assertThat(pod.calls).as("the second could outlast the lease").hasValue(1);
    assertThat(isUntouched()).isTrue();
  }

  /** Another pod may have the row, and have called its rail. */
  @Test
  void aRowIsNotSkippedAfterItsLease() {
    Pod pod = new Pod((work, payment) -> work.skip(payment, HOUR.plusHours(1)));

    pod.takeOnUntil(LeaseEnd.of(Duration.ofMillis(-1)));

    assertThat(isUntouched()).isTrue();
  }

  /** Otherwise the payout would look submitted, and on some networks be left to operators. */
  @Test
  void aSkipForWhichNoBatchHasRoomIsMadeAlone() {
    LeaseSettings withoutRoom =
        Defaults.with(
                PayoutConfig.class, Map.of("payments.payout.settlement.apply.max-queued", "0"))
            .settlement();
    Leases leases = new Leases(database, TABLE, withoutRoom);

    leases.skip(new Lease(id, 1), HOUR).await().atMost(PATIENCE);

    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND skipped_polls = 1"
                    + " AND leased_until IS NULL",
                id))
        .isEqualTo(1);
  }

  private boolean isUntouched() {
    return rows.count(
            "SELECT count(*) FROM payout_due WHERE id = $1 AND skipped_polls = 0"
                + " AND leased_until = next_poll_at",
            id)
        == 1;
  }
}
