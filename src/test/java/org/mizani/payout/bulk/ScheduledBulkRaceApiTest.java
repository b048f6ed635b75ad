package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.payout.bulk.ScheduledOrders.comes;
import static org.mizani.payout.bulk.ScheduledOrders.read;
import static org.mizani.payout.bulk.ScheduledOrders.scheduled;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.access.Callers;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SameEventLoop;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.DueBulks;
import org.mizani.payout.schedule.PodTurns;
import org.mizani.payout.schedule.ScheduleConfig;
import org.mizani.rail.guard.SubmissionSwitch;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Scheduled batches that could pay twice, or be paid and cancelled. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class ScheduledBulkRaceApiTest {

  private static final int ITEMS = 5;
  private static final int BATCHES = 16;
  private static final Duration LATEST_BY = Duration.ofHours(6);

  private static final String END_RECORDING =
      "SELECT count(*) FILTER (WHERE pg_cancel_backend(pid)) FROM pg_stat_activity"
          + " WHERE wait_event_type = 'Lock' AND datname = current_database()"
          + " AND query LIKE '%INSERT INTO payout_bulk (%'";

  @Inject ScheduledBulkExecutor executor;
  @Inject Pool pool;
  @Inject DueBulks schedules;
  @Inject PodTurns turns;
  @Inject Bulks bulks;
  @Inject Callers callers;
  @Inject SubmissionSwitch submission;
  @Inject ScheduleConfig config;
  @Inject BulkConfig bulkConfig;
  @Inject DatabaseConfig database;
  @Inject SameEventLoop loop;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void severalExecutorsPayEachBatchOnce() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    List<String> ids = batches(partner);
    ids.forEach(id -> comes(rows, id, 1));

    executeAllOf(partner, 8);

    assertThat(ids).allSatisfy(id -> assertExecuted(partner, id));
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(BATCHES * ITEMS);
  }

  @Test
  void ofACancellationAndAnExecutionOneWins() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    List<String> ids = batches(partner);
    ids.forEach(id -> comes(rows, id, 1));

    CompletableFuture<Void> executing = CompletableFuture.runAsync(() -> executeAtOnce(2));
    // The last ones first, because the executors begin with the first.
    List<HttpResponse<String>> cancellations =
        AtOnce.send(
            BATCHES, i -> AtOnce.delete(partner.token(), PATH + "/" + ids.get(BATCHES - 1 - i)));
    executing.join();
    executeAllOf(partner, 2);

    int cancelled = 0;
    for (int i = 0; i < BATCHES; i++) {
      String id = ids.get(BATCHES - 1 - i);
      int answer = cancellations.get(i).statusCode();
      boolean isCancelled = read(partner, id).getString("status").equals("cancelled");
      // A cancellation that is 503 has waited too long for an execution.
      assertThat(answer).isIn(isCancelled ? Set.of(200, 503) : Set.of(409, 503));
      if (isCancelled) {
        cancelled++;
      } else {
        assertExecuted(partner, id);
      }
    }
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo((BATCHES - cancelled) * ITEMS);
  }

  /**
   * As after a kill: the pod has the batch, and another one executes it once the lease has ended.
   */
  @Test
  void aBatchIsExecutedByAnotherPodOnceItsLeaseHasEnded() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String id = scheduled(partner, transfers("leased", ITEMS));
    execute();
    comes(rows, id, 1);

    DueBulk claimed = claim(Duration.ofHours(1)).orElseThrow();
    execute();
    String underLease = read(partner, id).getString("status");
    assertThat(partner.request().delete(PATH + "/" + id).statusCode()).isEqualTo(409);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now() WHERE id = $1", UUID.fromString(id));
    execute();
    boolean endedTwice =
        loop.run(() -> schedules.end(claimed.lease())).await().atMost(Eventually.PATIENCE);

    assertThat(underLease).isEqualTo("executing");
    assertThat(endedTwice).isFalse();
    assertExecuted(partner, id);
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(ITEMS);
  }

  /** A pod that was paused for longer than its lease records nothing. */
  @Test
  void aPodThatHasLostItsLeaseDoesNotRecord() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String id = scheduled(partner, transfers("paused", ITEMS));
    execute();
    comes(rows, id, 1);
    DueBulk paused = claim(Duration.ofHours(1)).orElseThrow();
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now() WHERE id = $1", UUID.fromString(id));
    claim(Duration.ofHours(1)).orElseThrow();

    boolean ended =
        loop.run(() -> schedules.end(paused.lease())).await().atMost(Eventually.PATIENCE);

    assertThat(ended).isFalse();
    assertThat(read(partner, id).getString("status")).isEqualTo("executing");
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now() WHERE id = $1", UUID.fromString(id));
    execute();
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(ITEMS);
  }

  /** A batch whose statements PostgreSQL ends each time is not kept from its partner. */
  @Test
  void aBatchWhoseStatementIsEndedCanBeCancelled() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, transfers("ended", 1));
    execute();
    comes(rows, id, 1);
    SqlConnection holder = pool.getConnectionAndAwait();
    holder.query(PatientPool.BEGIN).executeAndAwait();
    try {
      holder.query("LOCK TABLE payout_bulk IN EXCLUSIVE MODE").executeAndAwait();

      CompletableFuture<Void> executing = CompletableFuture.runAsync(this::execute);
      Eventually.eventually(() -> rows.count(END_RECORDING), ended -> ended > 0);
      executing.join();
    } finally {
      holder.query("ROLLBACK").executeAndAwait();
      holder.closeAndAwait();
    }

    assertThat(read(partner, id).getString("status")).isEqualTo("scheduled");
    partner.request().delete(PATH + "/" + id).succeeded();
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void equalOrdersAtOnceScheduleEachReferenceOnce() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String body = Json.of(ScheduledOrders.body(transfers("race", ITEMS), false));

    Eventually.holds(
        () -> {
          List<HttpResponse<String>> answers =
              AtOnce.send(8, i -> AtOnce.post(partner, PATH, body));
          assertThat(answers).anyMatch(answer -> answer.statusCode() == 201);
        });

    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_bulk_schedule WHERE business_id = $1",
                partner.businessId()))
        .isOne();
  }

  @Test
  void requestsOfOneKeyAtOnceScheduleOneBatch() throws Exception {
    Partner partner = partners.create(Map.of());
    KeyedRequest keyed =
        new KeyedRequest(
            PATH, "one", Json.of(ScheduledOrders.body(transfers("key", ITEMS), false)));

    Eventually.holds(
        () -> {
          List<String> answers =
              AtOnce.send(8, i -> keyed.at(partner)).stream()
                  .filter(answer -> answer.statusCode() != 503)
                  .map(HttpResponse::body)
                  .toList();
          assertThat(answers).isNotEmpty();
          assertThat(answers.stream().distinct()).hasSize(1);
          assertThat(answers.get(0)).contains("\"unexecuted\":" + ITEMS);
        });
  }

  private List<String> batches(Partner partner) {
    return IntStream.range(0, BATCHES)
        .mapToObj(i -> scheduled(partner, transfers("batch " + i, ITEMS)))
        .toList();
  }

  private void assertExecuted(Partner partner, String id) {
    var read = read(partner, id);
    assertThat(read.getString("status")).isEqualTo("executed");
    assertThat(read.getLong("counts.created")).isEqualTo(ITEMS);
    assertThat(read.getLong("counts.refused")).isZero();
  }

  private Optional<DueBulk> claim(Duration lease) {
    return loop.run(() -> schedules.claim(lease, LATEST_BY, Set.of()))
        .await()
        .atMost(Eventually.PATIENCE);
  }

  /** Again what a slow machine has given back, or left under its lease. */
  private void executeAllOf(Partner partner, int executors) throws Exception {
    Eventually.holds(
        () -> {
          executeAtOnce(executors);
          assertThat(
                  rows.execute(
                      "UPDATE payout_bulk_schedule SET due_at = now()"
                          + " WHERE business_id = $1 AND due_at IS NOT NULL RETURNING id",
                      partner.businessId()))
              .isEmpty();
        });
  }

  /** Each as of a pod of its own: one pod has one batch of a business at a time. */
  private void executeAtOnce(int executors) {
    Stream.generate(this::newPod)
        .limit(executors)
        .map(pod -> CompletableFuture.runAsync(() -> execute(pod)))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private ScheduledBulkExecutor newPod() {
    return new ScheduledBulkExecutor(
        schedules, turns.ofNewPod(), bulks, callers, submission, config, bulkConfig, database);
  }

  private void execute() {
    execute(executor);
  }

  private void execute(ScheduledBulkExecutor pod) {
    loop.run(pod::executeDue).await().atMost(Eventually.PATIENCE);
  }
}
