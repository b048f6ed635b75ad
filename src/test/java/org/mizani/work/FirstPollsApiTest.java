package org.mizani.work;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.payout.PayoutConfig;
import org.mizani.support.Defaults;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** First polls of rows, of which one may wait: a place is free again once its poll is decided. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FirstPollsApiTest {

  private static final Duration SOON = Duration.ofMillis(50);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final LeaseTable DUE = new LeaseTable("payout_due", "next_poll_at", true);

  @Inject Database database;
  @Inject Rows rows;
  @Inject DueLeases due;

  private final AtomicBoolean draining = new AtomicBoolean();
  private final AtomicInteger polls = new AtomicInteger();
  private final LeaseSettings settings =
      Defaults.with(PayoutConfig.class, Map.of("payments.payout.settlement.max-in-flight", "4"))
          .settlement();
  private final CompletableFuture<Void> wait = new CompletableFuture<>();
  private Leases leases;
  private FirstPolls firstPolls;
  private Lease lease;

  @BeforeEach
  void createRow() {
    leases = new Leases(database, DUE, settings);
    firstPolls =
        new FirstPolls(
            database,
            DUE,
            leases,
            settings,
            draining::get,
            soon -> Uni.createFrom().completionStage(wait));
    lease = due.create();
  }

  @AfterEach
  void deleteRow() {
    due.delete(lease);
  }

  @Test
  void aRowThatIsAsItWasLeftIsPolledOnce() {
    postpone(Optional.of("id-1"));
    awaitDecision();

    assertThat(polls).hasValue(1);
    assertThat(
            rows.count(
                """
                SELECT count(*) FROM payout_due
                WHERE id = $1 AND polls = 2 AND skipped_polls = 0 AND network_ids = '{id-1}'
                  AND leased_until IS NULL AND next_poll_at > now() + interval '50 minutes'
                """,
                lease.id()))
        .isEqualTo(1);
  }

  /** It is due at once, and whoever claims it reads the word. */
  @Test
  void aRowOfWhichTheNetworkHasSpokenIsNotPolled() {
    leases.hear(List.of(lease.id())).await().atMost(PATIENCE);

    postpone(Optional.empty());
    awaitDecision();

    assertThat(polls).hasValue(0);
  }

  @Test
  void aRowThatAnotherHasClaimedIsNotPolled() {
    postpone(Optional.empty());
    rows.execute("UPDATE payout_due SET polls = polls + 1 WHERE id = $1", lease.id());
    awaitDecision();

    assertThat(polls).hasValue(0);
  }

  @Test
  void aRowThatHasEndedIsNotPolled() {
    postpone(Optional.empty());
    due.delete(lease);
    awaitDecision();

    assertThat(polls).hasValue(0);
  }

  @Test
  void aPodThatIsAboutToStopPollsNothing() {
    postpone(Optional.empty());
    draining.set(true);
    wait.complete(null);

    eventually(() -> firstPolls.waiting(), isEqual(0));
    assertThat(firstPolls.reserve(SOON)).isFalse();
    assertThat(polls).hasValue(0);
  }

  /** Whoever has it locked decides about it; the id is noted all the same. */
  @Test
  void aLockedRowKeepsItsLease() {
    SqlConnection other = due.lock(lease);

    CompletableFuture<Void> postponed = postponed(Optional.of("id-1"), this::poll);
    eventually(due::waiting, isEqual(1L));
    due.unlock(other);
    postponed.join();
    awaitDecision();

    assertThat(polls).hasValue(0);
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_due"
                    + " WHERE id = $1 AND polls = 1 AND network_ids = '{id-1}'",
                lease.id()))
        .isEqualTo(1);
  }

  @Test
  void aFailedPollIsLeftToTheNext() {
    postponed(
            Optional.empty(),
            () -> poll().chain(() -> Uni.createFrom().failure(new IllegalStateException("no"))))
        .join();
    awaitDecision();

    assertThat(polls).hasValue(1);
  }

  @Test
  void aPlaceIsForAWaitUpToALease() {
    assertThat(firstPolls.reserve(settings.lease().plusMillis(1))).isFalse();
    assertThat(firstPolls.reserve(Duration.ZERO)).isFalse();
    assertThat(firstPolls.reserve(settings.lease())).isTrue();
    assertThat(firstPolls.reserve(SOON)).isFalse();
  }

  private void postpone(Optional<String> networkId) {
    postponed(networkId, this::poll).join();
  }

  private CompletableFuture<Void> postponed(Optional<String> networkId, Supplier<Uni<Void>> poll) {
    assertThat(firstPolls.reserve(SOON)).isTrue();
    return firstPolls.postpone(lease, SOON, HOUR, networkId, poll).subscribeAsCompletionStage();
  }

  private Uni<Void> poll() {
    polls.incrementAndGet();
    return Uni.createFrom().voidItem();
  }

  /** Ends the wait. The place of the row is free again once it was polled, or is not to be. */
  private void awaitDecision() {
    wait.complete(null);
    eventually(() -> firstPolls.waiting(), isEqual(0));
  }
}
