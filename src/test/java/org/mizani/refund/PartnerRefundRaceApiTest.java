package org.mizani.refund;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Refunds of one collection at the same time: never more than was paid, or than a limit allows. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class PartnerRefundRaceApiTest {

  private static final int REQUESTS = 64;

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database()"
          + " AND query = 'SELECT id FROM wallet WHERE id = $1 FOR NO KEY UPDATE'";

  private static final String END_READ =
      "SELECT count(*) FILTER (WHERE pg_cancel_backend(pid)) FROM pg_stat_activity"
          + " WHERE wait_event_type = 'Lock' AND datname = current_database()"
          + " AND query LIKE '%FROM collection_refund r%WHERE r.id = $1%'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void partsPayBackNoMoreThanWasPaid() {
    PaidBack paid = PaidBack.collected(partners.createShop(Map.of()), "parts");
    PaidBack.collected(paid.partner(), "more in the wallet");

    List<Integer> answers = send(paid, i -> PaidBack.body("part " + i, 40));

    assertThat(answers).containsOnly(201, 400).filteredOn(status -> status == 201).hasSize(3);
    assertThat(paid.partner().collected("KES")).isEqualByComparingTo("180");
  }

  @Test
  void aReferencePaysBackOnce() {
    PaidBack paid = PaidBack.collected(partners.createShop(Map.of()), "reference");

    List<Integer> answers = send(paid, i -> PaidBack.body("once", 10));

    assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
    assertThat(paid.partner().collected("KES")).isEqualByComparingTo("140");
  }

  @Test
  void anIdempotencyKeyPaysBackOnce() {
    PaidBack paid = PaidBack.collected(partners.createShop(Map.of()), "key");
    KeyedRequest request = new KeyedRequest(paid.path(), "key", PaidBack.body("keyed", 10));

    List<HttpResponse<String>> answers = AtOnce.send(REQUESTS, i -> request.at(paid.partner()));

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(answers).extracting(HttpResponse::body).containsOnly(answers.get(0).body());
    assertThat(paid.partner().collected("KES")).isEqualByComparingTo("140");
  }

  @Test
  void anHoursLimitHolds() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              BusinessLimits three =
                  new BusinessLimits(
                      Map.of(), Map.of(), Optional.of(3), Optional.empty(), Optional.empty());
              Partner partner =
                  partners.create(
                      BusinessProfile.named("Three").withCollections().withLimits(three), Map.of());
              PaidBack paid = PaidBack.collected(partner, "hour");

              List<Integer> answers = send(paid, i -> PaidBack.body("part " + i, 10));

              assertThat(answers)
                  .containsOnly(201, 429)
                  .filteredOn(status -> status == 201)
                  .hasSize(3);
              assertThat(partner.collected("KES")).isEqualByComparingTo("120");
            });
  }

  @Test
  void refundsThatWaitForTheirWalletHoldUpNoOtherBusiness() throws Exception {
    // Given
    PaidBack paid = PaidBack.collected(partners.createShop(Map.of()), "busy");
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "100"));
    PaidBack elsewhere = PaidBack.collected(partners.createShop(Map.of()), "elsewhere");
    SqlConnection session = pool.getConnection().await().atMost(PATIENCE);
    begin(session);
    session
        .preparedQuery(
            "SELECT w.id FROM wallet w JOIN collection c ON c.wallet_id = w.id WHERE c.id = $1"
                + " FOR UPDATE OF w")
        .execute(Tuple.of(UUID.fromString(paid.collection())))
        .await()
        .atMost(PATIENCE);
    CompletableFuture<List<Integer>> answers =
        CompletableFuture.supplyAsync(() -> send(paid, i -> PaidBack.body("part " + i, 1)));
    try {
      Eventually.holds(() -> assertThat(rows.count(WAITING)).isPositive());

      // When
      int paidOut = other.transfer(transferOf("beside")).statusCode();
      int paidBack = elsewhere.refund("beside", 10).statusCode();

      // Then
      assertThat(List.of(paidOut, paidBack)).containsOnly(201);
      assertThat(rows.count(WAITING)).as("one of a business at once").isLessThanOrEqualTo(1);
    } finally {
      run(session, "ROLLBACK");
      session.close().await().atMost(PATIENCE);
    }
    assertThat(answers.get(2, MINUTES)).isSubsetOf(201, 503);
  }

  /** The last read of the answer is ended: the refund is undone, as its 503 promises. */
  @Test
  void aRefundWhoseAnswerCannotBeReadIsNone() throws Exception {
    PaidBack paid = PaidBack.collected(partners.createShop(Map.of()), "unread");
    SqlConnection session = pool.getConnection().await().atMost(PATIENCE);
    begin(session);
    run(session, "LOCK TABLE payout_failed IN ACCESS EXCLUSIVE MODE");
    CompletableFuture<Response> answer =
        CompletableFuture.supplyAsync(() -> paid.refund("unread", 10));
    try {
      Eventually.holds(() -> assertThat(rows.count(END_READ)).isEqualTo(1));
    } finally {
      run(session, "ROLLBACK");
      session.close().await().atMost(PATIENCE);
    }

    assertThat(answer.get(2, MINUTES).statusCode()).isEqualTo(503);
    assertThat(answer.get().header("X-Outcome")).isNull();
    assertThat(paid.refunds()).isEmpty();
    assertThat(paid.partner().collected("KES")).isEqualByComparingTo("150");
  }

  /** Begins a transaction that may wait for the test, however slow the machine is. */
  private static void begin(SqlConnection session) {
    run(session, PatientPool.BEGIN);
  }

  private static void run(SqlConnection session, String statement) {
    session.query(statement).execute().await().atMost(PATIENCE);
  }

  private static List<Integer> send(PaidBack paid, IntFunction<String> body) {
    return AtOnce.send(REQUESTS, i -> AtOnce.post(paid.partner(), paid.path(), body.apply(i)))
        .stream()
        .map(HttpResponse::statusCode)
        .toList();
  }
}
