package org.mizani.payout.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.database.SameEventLoop;
import org.mizani.support.Eventually;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Turns of due batches of several businesses on one pod, which executes two at once. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class DueTurnsApiTest {

  private static final long A = -1;
  private static final long B = -2;
  private static final long C = -3;

  private static final String END_OTHERS =
      """
      UPDATE payout_bulk_schedule
      SET status = 'cancelled', ended_at = now(), due_at = NULL, items_encrypted = NULL
      WHERE due_at <= now() OR business_id < 0 AND due_at IS NOT NULL
      """;

  @Inject PodTurns pods;
  @Inject SameEventLoop loop;

  private final Rows rows = Rows.here();
  private final Queue<Long> worked = new ConcurrentLinkedQueue<>();
  private final Map<Long, CompletableFuture<Void>> slow = new ConcurrentHashMap<>();
  private DueTurns turns;

  @BeforeEach
  void newPod() {
    turns = pods.ofNewPod();
    rows.execute(END_OTHERS);
  }

  @AfterEach
  void endAll() {
    rows.execute(END_OTHERS);
  }

  @Test
  void aSlowBatchHoldsUpNoOtherBusiness() throws Exception {
    due(A, A, B);
    slow.put(A, new CompletableFuture<>());
    CompletableFuture<Void> first = run();
    awaitWorked(A);

    run().join();

    assertThat(worked).containsExactly(A, B);
    slow.remove(A).complete(null);
    first.join();
    assertThat(worked).containsExactly(A, B, A);
  }

  @Test
  void afterOneOfABusinessItIsAnothersTurn() {
    due(A, A, A, B, C);

    run().join();

    assertThat(worked).containsExactly(A, B, A, C, A);
  }

  @Test
  void hasTwoPlaces() throws Exception {
    due(A, B, C);
    slow.put(A, new CompletableFuture<>());
    slow.put(B, new CompletableFuture<>());
    CompletableFuture<Void> first = run();
    awaitWorked(A);
    CompletableFuture<Void> second = run();
    awaitWorked(A, B);

    run().join();

    assertThat(worked).containsExactly(A, B);
    slow.remove(A).complete(null);
    first.join();
    assertThat(worked).containsExactly(A, B, C);
    slow.remove(B).complete(null);
    second.join();
    due(C);
    run().join();
    assertThat(worked).containsExactly(A, B, C, C);
  }

  /** So it is when a run fails. */
  @Test
  void aFailureLeavesItsPlace() {
    for (int i = 0; i < 3; i++) {
      due(A);
      slow.put(A, CompletableFuture.failedFuture(new IllegalStateException("as of an outage")));

      assertThat(run()).failsWithin(Eventually.PATIENCE);
    }
    slow.clear();
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now()"
            + " WHERE business_id = $1 AND due_at IS NOT NULL",
        A);

    run().join();

    assertThat(worked).hasSize(6).containsOnly(A);
  }

  private void awaitWorked(Long... businesses) throws Exception {
    Eventually.holds(() -> assertThat(worked).containsExactly(businesses));
  }

  private CompletableFuture<Void> run() {
    return loop.run(() -> turns.run(this::work, () -> true, run -> run))
        .subscribeAsCompletionStage();
  }

  private Uni<Void> work(DueBulk due) {
    worked.add(due.businessId());
    CompletableFuture<Void> end =
        slow.getOrDefault(due.businessId(), CompletableFuture.completedFuture(null));
    return Uni.createFrom().completionStage(end);
  }

  /** Batches of these businesses, the first one due first. */
  private void due(Long... businesses) {
    for (int i = 0; i < businesses.length; i++) {
      rows.execute(
          """
          INSERT INTO payout_bulk_schedule (
            id, business_id, api_key_id, execute_at, atomic, due_at, results, claimed_references,
            items_encrypted)
          VALUES ($1, $2, 1, now(), false, now() - $3 * interval '1 second', '[]', '{}', '\\x00')
          """,
          UUID.randomUUID(),
          businesses[i],
          List.of(businesses).size() - i);
    }
  }
}
