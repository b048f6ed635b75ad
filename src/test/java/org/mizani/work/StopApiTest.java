package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.payout.PayoutConfig;
import org.mizani.support.Defaults;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Stop of a pod, which releases rows without a call and waits for calls under way. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class StopApiTest {

  private static final LeaseSettings PATIENT = stoppingWithin("10m");
  private static final LeaseSettings IMPATIENT = stoppingWithin("300ms");

  @Inject Database database;
  @Inject Rows rows;

  private final List<UUID> leased = new ArrayList<>();

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

  /** Pod with calls that the test answers. It makes no call for one of its rows. */
  private static final class Pod extends LeasedWork<Payment> {

    private final LeaseSettings settings;
    private final UUID uncalled;
    private final boolean putsOff;
    private final Map<UUID, UniEmitter<? super Void>> calls = new ConcurrentHashMap<>();

    /**
     * @param uncalled id of the row without a call
     * @param putsOff whether the pod skips that row, or works on it without an end
     */
    Pod(Database database, LeaseSettings settings, UUID uncalled, boolean putsOff) {
      super(
          "The test",
          new Leases(database, new LeaseTable("payout_due", "next_poll_at", true), settings),
          settings);
      this.settings = settings;
      this.uncalled = uncalled;
      this.putsOff = putsOff;
    }

    @Override
    protected Uni<List<Payment>> claim(int most, Duration lease) {
      return Uni.createFrom().item(List.of());
    }

    @Override
    protected Uni<Void> workOn(Payment payment) {
      if (payment.id().equals(uncalled)) {
        return putsOff ? skip(payment, Duration.ofHours(1)) : Uni.createFrom().nothing();
      }
      return call(
              payment,
              settings.railTimeout(),
              lasts -> Uni.createFrom().<Void>emitter(answer -> calls.put(payment.id(), answer)))
          .chain(() -> leases.postpone(payment.lease(), Duration.ofHours(1)));
    }
  }

  @AfterEach
  void removeLeasedRows() {
    leased.forEach(id -> rows.execute("DELETE FROM payout_due WHERE id = $1", id));
  }

  @Test
  void stopReleasesUncalledRowsAndWaitsForAnswers() {
    UUID uncalled = leased();
    UUID answered = leased();
    UUID unanswered = leased();
    Pod pod = new Pod(database, PATIENT, uncalled, false);
    List.of(uncalled, answered, unanswered).forEach(id -> takeOn(pod, id));
    eventually(pod.calls::keySet, Set.of(answered, unanswered)::equals);

    CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> stop(pod));

    eventually(() -> row(uncalled).getBoolean("due"), due -> due);
    assertThat(row(uncalled).getInteger("skipped_polls")).as("a poll without a call").isOne();
    assertThat(stop).isNotDone();
    pod.calls.get(answered).complete(null);
    eventually(() -> row(answered).getBoolean("leased"), leased -> !leased);
    assertThat(row(unanswered).getBoolean("leased")).as("its call may pay yet").isTrue();
    assertThat(row(unanswered).getInteger("skipped_polls")).isZero();
    assertThat(stop).isNotDone();
    pod.calls.get(unanswered).complete(null);
    assertThat(stop).succeedsWithin(PATIENCE);
  }

  @Test
  void anUnansweredCallKeepsItsLease() {
    UUID unanswered = leased();
    Pod pod = new Pod(database, IMPATIENT, UUID.randomUUID(), false);
    takeOn(pod, unanswered);

    stop(pod);

    assertThat(row(unanswered).getBoolean("leased")).as("its call may pay yet").isTrue();
    assertThat(row(unanswered).getInteger("skipped_polls")).isZero();
  }

  @Test
  void aPollWithoutACallCountsAsSkippedOnce() {
    UUID id = leased();
    Pod pod = new Pod(database, PATIENT, id, true);
    takeOn(pod, id);

    stop(pod);

    assertThat(row(id).getInteger("skipped_polls")).isOne();
  }

  /** Its creation was under way when the leases were given back. */
  @Test
  void aRowCreatedDuringTheStopIsLeftToOtherPods() {
    UUID id = leased();
    Pod pod = new Pod(database, PATIENT, UUID.randomUUID(), false);
    LeaseEnd end = pod.reserve().orElseThrow();
    stop(pod);

    pod.takeOn(new Payment(id), end);

    eventually(() -> row(id).getBoolean("due"), due -> due);
    assertThat(row(id).getInteger("skipped_polls")).as("a poll without a call").isOne();
    assertThat(pod.calls).isEmpty();
  }

  private static LeaseSettings stoppingWithin(String longest) {
    return Defaults.with(
            PayoutConfig.class, Map.of("payments.payout.settlement.shutdown-timeout", longest))
        .settlement();
  }

  private static void stop(Pod pod) {
    new LeasedWorkLifecycle(List.of(pod)).stop(new ShutdownEvent());
  }

  private static void takeOn(Pod pod, UUID id) {
    pod.takeOn(new Payment(id), pod.reserve().orElseThrow());
  }

  private UUID leased() {
    UUID id = UUID.randomUUID();
    leased.add(id);
    rows.execute(
        """
        INSERT INTO payout_due (id, business_id, created_at, next_poll_at, leased_until, polls)
        VALUES ($1, 1, now(), now() + interval '1 minute', now() + interval '1 minute', 1)
        RETURNING id
        """,
        id);
    return id;
  }

  private Row row(UUID id) {
    return rows.execute(
            """
            SELECT next_poll_at <= now() AS due, (leased_until = next_poll_at) IS TRUE AS leased,
                   skipped_polls
            FROM payout_due WHERE id = $1
            """,
            id)
        .get(0);
  }
}
