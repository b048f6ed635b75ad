package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.payout.bulk.ScheduledOrders.comes;
import static org.mizani.payout.bulk.ScheduledOrders.read;
import static org.mizani.payout.bulk.ScheduledOrders.scheduled;
import static org.mizani.payout.bulk.ScheduledOrders.send;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.AloneProfile;
import org.mizani.database.SameEventLoop;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
import org.mizani.support.JsonValues;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** {@code executeAt} of batches: they wait for their time, and are judged and paid then. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class ScheduledBulkApiTest {

  private static final String SEALED =
      "SELECT count(*) FROM payout_bulk_schedule WHERE id = $1 AND items_encrypted IS NOT NULL"
          + " AND position('Mwangi'::bytea IN items_encrypted) = 0";

  private static final String ERASED =
      "SELECT count(*) FROM payout_bulk_schedule WHERE id = $1 AND items_encrypted IS NULL"
          + " AND claimed_references = '{}'";

  @Inject ScheduledBulkExecutor executor;
  @Inject SameEventLoop loop;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void holdsNoMoneyUntilItsTimeAndPaysThen() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> fraction = transfer("fraction");
    fraction.put("amount", new BigDecimal("1000.50"));

    JsonValues answer = send(partner, List.of(transfer("later"), 7, fraction)).created().json();

    String id = answer.getString("bulkId");
    assertThat(answer.getString("status")).isEqualTo("scheduled");
    assertThat(answer.<Object>getList("items.result"))
        .isEqualTo(List.of("scheduled", "refused", "scheduled"));
    assertThat(answer.getString("items[1].refusal.code")).isEqualTo("body_not_object");
    assertThat(answer.getLong("created")).isZero();
    assertThat(answer.getLong("unexecuted")).isEqualTo(2);
    execute();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(rows.count(SEALED, UUID.fromString(id))).isOne();
    JsonValues waiting = read(partner, id);
    assertThat(waiting.getString("status")).isEqualTo("scheduled");
    assertThat(waiting.getString("executeAt")).isEqualTo(answer.getString("executeAt"));
    assertThat(waiting.<Object>getMap("counts"))
        .isEqualTo(
            Map.of(
                "created", 0, "refused", 1, "pending", 0, "paid", 0, "failed", 0, "unexecuted", 2));

    comes(rows, id, 1);
    execute();

    assertThat(partner.finalStatus("later")).isEqualTo("termination_success");
    assertThat(partner.finalStatus("fraction")).isEqualTo("termination_success");
    Eventually.holds(
        () ->
            assertThat(read(partner, id).<Object>getMap("counts"))
                .isEqualTo(
                    Map.of("created", 2, "refused", 1, "pending", 0, "paid", 2, "failed", 0)));
    JsonValues executed = read(partner, id);
    assertThat(executed.getString("status")).isEqualTo("executed");
    assertThat(executed.getString("createdAt")).isEqualTo(waiting.getString("createdAt"));
    assertThat(executed.<Object>getList("items.index")).isEqualTo(List.of(0, 1, 2));
    assertThat(executed.getString("items[1].refusal.code")).isEqualTo("body_not_object");
    assertThat(rows.count(ERASED, UUID.fromString(id))).isOne();
  }

  @Test
  void judgesByTheBalanceRateAndFeeOfItsTime() {
    Partner partner = partners.create(Map.of());
    String id = scheduled(partner, List.of(transfer("a"), transfer("b")));
    partners.fund(partner.businessId(), CurrencyUnit.USD, "10");
    comes(rows, id, 1);

    execute();

    JsonValues executed = read(partner, id);
    assertThat(executed.<Object>getList("items.result")).isEqualTo(List.of("created", "refused"));
    assertThat(executed.getString("items[1].refusal.code")).isEqualTo("insufficient_balance");
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  @Test
  void anAtomicOnePaysAllOrNone() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10"));
    String id =
        partner
            .request()
            .body(ScheduledOrders.body(transfers("all", 2), true))
            .post(PATH)
            .created()
            .path("bulkId");
    comes(rows, id, 1);

    execute();

    JsonValues executed = read(partner, id);
    assertThat(executed.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "insufficient_balance"));
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void oneWithoutAnItemLeftToPayIsNotScheduled() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> quoted = transfer("quoted");
    quoted.put("quoteId", partner.quoteId());

    JsonValues atomic =
        partner
            .request()
            .body(ScheduledOrders.body(List.of(transfer("a"), quoted), true))
            .post(PATH)
            .created()
            .json();
    JsonValues wrong = send(partner, List.of(7)).created().json();

    assertThat(atomic.getString("status")).isNull();
    assertThat(atomic.<Object>getList("items.refusal.code"))
        .isEqualTo(List.of("bulk_refused", "field_value"));
    assertThat(atomic.getString("items[1].refusal.field")).isEqualTo("quoteId");
    assertThat(read(partner, wrong.getString("bulkId")).getString("status")).isEqualTo("executed");
    assertThat(open(partner)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, must be in the future",
    "7776060, must be at most 90 days ahead",
  })
  void takesTimesFromNowToNinetyDaysAhead(long secondsAhead, String rule) {
    Partner partner = partners.create(Map.of());
    Instant at = Instant.now().plus(secondsAhead, ChronoUnit.SECONDS);

    assertRefused(sendAt(partner, at.toString()), 400, "executeAt " + rule);

    assertThat(open(partner)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"''", "tomorrow", "2026-02-30T10:00:00Z", "2026-12-01T10:00:00", "2026-12-01"})
  void refusesTextsThatAreNoInstants(String text) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    assertRefused(
        sendAt(partner, text), 400, "executeAt must be an RFC 3339 date and time with an offset");

    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  private static Response sendAt(Partner partner, String at) {
    return partner
        .request()
        .body(Map.of("items", List.of(transfer("timed")), "executeAt", at))
        .post(PATH);
  }

  @Test
  void takesTheLastMomentOfNinetyDaysInAnyOffset() {
    Partner partner = partners.create(Map.of());
    String at =
        Instant.now()
            .plus(90, ChronoUnit.DAYS)
            .minusSeconds(60)
            .atOffset(ZoneOffset.ofHours(3))
            .toString();

    sendAt(partner, at).created();

    assertThat(open(partner)).isOne();
  }

  @Test
  void cancelsUntilItBegins() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("never"), 7));

    JsonValues cancelled = partner.request().delete(PATH + "/" + id).succeeded().json();
    Response again = partner.request().delete(PATH + "/" + id).succeeded();
    comes(rows, scheduled(partner, List.of(transfer("never"))), 1);
    execute();

    assertThat(cancelled.getString("status")).isEqualTo("cancelled");
    assertThat(cancelled.<Object>getList("items.result"))
        .isEqualTo(List.of("cancelled", "refused"));
    assertThat(again.json().getString("status")).isEqualTo("cancelled");
    JsonValues read = read(partner, id);
    assertThat(read.getString("status")).isEqualTo("cancelled");
    assertThat(read.getLong("counts.unexecuted")).isOne();
    assertThat(rows.count(ERASED, UUID.fromString(id))).isOne();
    // Its reference is free again.
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  @Test
  void anExecutedOneIsNotCancelled() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("done")));
    comes(rows, id, 1);
    execute();
    String atOnce = BulkOrders.send(partner, List.of(transfer("at once"))).path("bulkId");

    for (String bulk : List.of(id, atOnce)) {
      assertRefused(
          partner.request().delete(PATH + "/" + bulk), 409, "bulk is not scheduled any more");
    }
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(2);
  }

  @Test
  void othersNeitherSeeNorCancelIt() {
    Partner partner = partners.create(Map.of());
    Partner other = partners.create(Map.of());
    String id = scheduled(partner, List.of(transfer("mine")));

    assertRefused(other.request().get(PATH + "/" + id), 404, "bulk not found");
    assertRefused(other.request().delete(PATH + "/" + id), 404, "bulk not found");
    assertRefused(other.request().delete(PATH + "/any"), 404, "bulk not found");
    assertThat(read(partner, id).getString("status")).isEqualTo("scheduled");
  }

  @Test
  void expiresBeyondItsGreatestLateness() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String late = scheduled(partner, List.of(transfer("late")));
    String tooLate = scheduled(partner, List.of(transfer("too late")));
    comes(rows, late, 359);
    comes(rows, tooLate, 361);

    try (LoggedLines log = LoggedLines.listen()) {
      execute();
      assertThat(log.text()).contains(tooLate).contains("expired");
    }

    assertThat(read(partner, late).getString("status")).isEqualTo("executed");
    JsonValues expired = read(partner, tooLate);
    assertThat(expired.getString("status")).isEqualTo("expired");
    assertThat(expired.getString("items[0].result")).isEqualTo("expired");
    assertThat(rows.count(ERASED, UUID.fromString(tooLate))).isOne();
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    assertRefused(
        partner.request().delete(PATH + "/" + tooLate), 409, "bulk is not scheduled any more");
  }

  @Test
  void aKeyThatHasEndedDoesNotPay() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("a"), 7));
    comes(rows, id, 1);
    change("UPDATE api_key SET revoked_at = now() WHERE business_id = $1", partner);

    Eventually.eventually(
        () -> {
          execute();
          return schedule(id);
        },
        "executed"::equals);

    assertThat(
            rows.execute(
                "SELECT refusal ->> 'code' AS code FROM payout_bulk_item WHERE bulk_id = $1"
                    + " ORDER BY number",
                UUID.fromString(id)))
        .extracting(row -> row.getString("code"))
        .containsExactly("key_revoked", "body_not_object");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(rows.count(ERASED, UUID.fromString(id))).isOne();
  }

  private String schedule(String id) {
    return rows.execute(
            "SELECT status FROM payout_bulk_schedule WHERE id = $1", UUID.fromString(id))
        .get(0)
        .getString("status");
  }

  private void change(String sql, Partner partner) {
    rows.execute(sql, partner.businessId());
    // Callers in memory are four seconds old at most: the key is not used until they are read
    // again.
    Eventually.eventually(
        () -> partner.request().get("/business/limits").statusCode(),
        status -> status == 401 || status == 403);
  }

  @Test
  void aSuspendedBusinessDoesNotPayAndIsToldSo() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("a")));
    comes(rows, id, 1);
    change("UPDATE business SET suspended = true WHERE id = $1", partner);

    execute();

    rows.execute("UPDATE business SET suspended = false WHERE id = $1", partner.businessId());
    JsonValues executed =
        Eventually.eventually(
                () -> partner.request().get(PATH + "/" + id), answer -> answer.statusCode() == 200)
            .json();
    assertThat(executed.getString("status")).isEqualTo("executed");
    assertThat(executed.getString("items[0].refusal.code")).isEqualTo("business_suspended");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void waitsWhilePaymentsAreNotSubmitted() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    String id = scheduled(partner, List.of(transfer("a")));
    comes(rows, id, 1);
    SwitchedSubmission.to("ask-only");
    try {
      execute();
      assertThat(read(partner, id).getString("status")).isEqualTo("scheduled");
    } finally {
      SwitchedSubmission.to("on");
    }

    execute();

    assertThat(read(partner, id).getString("status")).isEqualTo("executed");
  }

  @Test
  void aReferencePaysOnceInEitherOrder() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    partner.transfer(transferOf("used")).created();
    String id = scheduled(partner, List.of(transfer("used"), transfer("a"), transfer("b")));

    JsonValues second = send(partner, List.of(transfer("a"), transfer("c"))).created().json();
    String paid = partner.transfer(transferOf("b")).created().path("serviceReference");
    comes(rows, id, 1);
    execute();

    JsonValues executed = read(partner, id);
    assertThat(executed.<Object>getList("items.result"))
        .isEqualTo(List.of("refused", "created", "refused"));
    assertThat(executed.getString("items[2].refusal.code")).isEqualTo("reference_used");
    assertThat(executed.getString("items[2].refusal.serviceReference")).isEqualTo(paid);
    assertThat(second.<Object>getList("items.result")).isEqualTo(List.of("refused", "scheduled"));
    assertThat(second.getString("items[0].refusal.code")).isEqualTo("reference_used");
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(3);
  }

  @Test
  void aRepeatByKeyGetsTheFirstAnswerAlsoOnceExecuted() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    KeyedRequest keyed =
        new KeyedRequest(
            PATH, "later", Json.of(ScheduledOrders.body(List.of(transfer("a"), 7), false)));

    Response first = keyed.by(partner).created();
    Response waiting = keyed.by(partner).created();
    rows.execute(
        "UPDATE payout_bulk_schedule SET due_at = now() WHERE id = $1",
        UUID.fromString(first.path("bulkId")));
    execute();
    Response repeat = keyed.by(partner).created();

    assertThat(waiting.asString()).isEqualTo(first.asString());
    assertThat(repeat.asString()).isEqualTo(first.asString());
    assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    assertThat(open(partner)).isZero();
  }

  /** Its time has come by then, and is no time for a new order any more. */
  @Test
  void aLateRepeatByKeyGetsTheFirstAnswer() {
    Partner partner = partners.create(Map.of());
    AtomicInteger seconds = new AtomicInteger(1);
    AtomicReference<KeyedRequest> keyed = new AtomicReference<>();
    // A slow machine may not be in time for the first one.
    Response first =
        Eventually.eventually(
            () -> {
              Instant at = Instant.now().plusSeconds(seconds.getAndIncrement());
              Map<String, Object> body =
                  Map.of("items", List.of(transfer("soon")), "executeAt", at.toString());
              keyed.set(new KeyedRequest(PATH, "late-" + seconds, Json.of(body)));
              return keyed.get().by(partner);
            },
            answer -> answer.statusCode() == 201);
    Instant executeAt = Instant.parse(first.path("executeAt"));
    Eventually.eventually(Instant::now, executeAt::isBefore);

    Response repeat = keyed.get().by(partner).created();

    assertThat(repeat.asString()).isEqualTo(first.asString());
    assertThat(open(partner)).isOne();
  }

  @Test
  void aBusinessHasTwentyAtATime() {
    Partner partner = partners.create(Map.of());
    for (int i = 0; i < 20; i++) {
      scheduled(partner, List.of(transfer("open " + i)));
    }

    assertRefused(send(partner, List.of(transfer("more"))), 409, "too many scheduled bulks");

    assertThat(open(partner)).isEqualTo(20);
    scheduled(partners.create(Map.of()), List.of(transfer("of another")));
  }

  private long open(Partner partner) {
    return rows.count(
        "SELECT count(*) FROM payout_bulk_schedule WHERE business_id = $1 AND due_at IS NOT NULL",
        partner.businessId());
  }

  private void execute() {
    loop.run(executor::executeDue).await().atMost(Eventually.PATIENCE);
  }
}
