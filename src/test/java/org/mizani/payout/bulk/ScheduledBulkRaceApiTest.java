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
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.database.SameEventLoop;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.ScheduleRepository;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
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

  @Inject ScheduledBulkExecutor executor;
  @Inject ScheduleRepository schedules;
  @Inject SameEventLoop loop;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void severalExecutorsPayEachBatchOnce() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    List<String> ids = batches(partner);
    ids.forEach(id -> comes(rows, id, 1));

    executeAtOnce(8);

    assertThat(ids).allSatisfy(id -> assertExecuted(partner, id));
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(BATCHES * ITEMS);
  }

  @Test
  void ofACancellationAndAnExecutionOneWins() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    List<String> ids = batches(partner);
    ids.forEach(id -> comes(rows, id, 1));

    CompletableFuture<Void> executing = CompletableFuture.runAsync(() -> executeAtOnce(2));
    // The last ones first, because the executors begin with the first.
    List<HttpResponse<String>> cancellations =
        AtOnce.send(
            BATCHES, i -> AtOnce.delete(partner.token(), PATH + "/" + ids.get(BATCHES - 1 - i)));
    executing.join();

    int cancelled = 0;
    for (int i = 0; i < BATCHES; i++) {
      String id = ids.get(BATCHES - 1 - i);
      if (cancellations.get(i).statusCode() == 200) {
        cancelled++;
        assertThat(read(partner, id).getString("status")).isEqualTo("cancelled");
      } else {
        assertThat(cancellations.get(i).statusCode()).isEqualTo(409);
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
    comes(rows, id, 1);

    DueBulk claimed = claim(Duration.ofHours(1)).orElseThrow();
    execute();
    String underLease = read(partner, id).getString("status");
    assertThat(partner.request().delete(PATH + "/" + id).statusCode()).isEqualTo(409);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now() WHERE id = $1", UUID.fromString(id));
    execute();
    boolean endedTwice = loop.await(() -> schedules.end(claimed.lease()));

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
    comes(rows, id, 1);
    DueBulk paused = claim(Duration.ofHours(1)).orElseThrow();
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now() WHERE id = $1", UUID.fromString(id));
    claim(Duration.ofHours(1)).orElseThrow();

    boolean ended = loop.await(() -> schedules.end(paused.lease()));

    assertThat(ended).isFalse();
    assertThat(read(partner, id).getString("status")).isEqualTo("executing");
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now() WHERE id = $1", UUID.fromString(id));
    execute();
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(ITEMS);
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
  void requestsOfOneKeyAtOnceScheduleOneBatch() {
    Partner partner = partners.create(Map.of());
    KeyedRequest keyed =
        new KeyedRequest(
            PATH, "one", Json.of(ScheduledOrders.body(transfers("key", ITEMS), false)));

    List<String> answers =
        AtOnce.send(8, i -> keyed.at(partner)).stream()
            .filter(answer -> answer.statusCode() != 503)
            .map(HttpResponse::body)
            .toList();

    assertThat(answers).isNotEmpty();
    assertThat(answers.stream().distinct()).hasSize(1);
    assertThat(answers.get(0)).contains("\"unexecuted\":" + ITEMS);
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
    return loop.await(() -> schedules.claim(lease, LATEST_BY));
  }

  private void executeAtOnce(int executors) {
    Stream.generate(() -> CompletableFuture.runAsync(this::execute))
        .limit(executors)
        .toList()
        .forEach(CompletableFuture::join);
  }

  private void execute() {
    loop.await(executor::executeDue);
  }
}
