package org.mizani.apikey;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Changes of a business's own keys at the same time. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OwnKeyRaceApiTest {

  private static final int ROUNDS = 10;
  private static final int AT_ONCE = 30;
  private static final int MOST = 20;

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database()"
          + " AND query ILIKE '%from business %for no key update%'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;

  @Test
  void ofTwoKeysThatRevokeEachOtherOneRemains() {
    for (int i = 0; i < ROUNDS; i++) {
      OwnKeys first = OwnKeys.ofNewBusiness(partners);
      OwnKeys second = first.by("{'scopes':['manage']}");

      List<Integer> statuses = delete(first, second.key(), second, first.key());

      assertThat(statuses).containsExactlyInAnyOrder(200, 401);
      assertThat(managers(first)).isOne();
    }
  }

  @Test
  void ofTwoKeysThatRevokeThemselvesOneRemains() {
    for (int i = 0; i < ROUNDS; i++) {
      OwnKeys first = OwnKeys.ofNewBusiness(partners);
      OwnKeys second = first.by("{'scopes':['manage']}");

      List<Integer> statuses = delete(first, first.key(), second, second.key());

      assertThat(statuses).containsExactlyInAnyOrder(200, 409);
      assertThat(managers(first)).isOne();
    }
  }

  @Test
  void ofManyKeysMadeAtOnceNoMoreThanTheLimitAreThere() {
    OwnKeys keys = OwnKeys.ofNewBusiness(partners);

    List<HttpResponse<String>> answers =
        AtOnce.send(
            AT_ONCE, i -> AtOnce.post(keys.token(), OwnKeys.PATH, "{\"scopes\":[\"read\"]}"));

    assertThat(answers)
        .extracting(HttpResponse::statusCode)
        .containsOnly(201, 409)
        .filteredOn(status -> status == 201)
        .hasSize(MOST - 1);
    assertThat(keys.listed()).hasSize(MOST);
  }

  @Test
  void changesThatWaitForTheirBusinessHoldUpNoOther() throws Exception {
    // Given
    OwnKeys keys = OwnKeys.ofNewBusiness(partners);
    OwnKeys elsewhere = OwnKeys.ofNewBusiness(partners);
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "100"));
    SqlConnection session = pool.getConnection().await().atMost(PATIENCE);
    begin(session);
    run(
        session,
        "SELECT id FROM business WHERE public_id = '" + keys.business() + "' FOR NO KEY UPDATE");
    CompletableFuture<List<HttpResponse<String>>> answers =
        CompletableFuture.supplyAsync(
            () ->
                AtOnce.send(
                    AT_ONCE,
                    i -> AtOnce.post(keys.token(), OwnKeys.PATH, "{\"scopes\":[\"read\"]}")));
    try {
      Eventually.holds(() -> assertThat(rows.count(WAITING)).isPositive());

      // When
      int paid = other.transfer(transferOf("beside")).statusCode();
      int made = elsewhere.make("{'scopes':['read']}").statusCode();

      // Then
      assertThat(List.of(paid, made)).containsOnly(201);
      assertThat(rows.count(WAITING)).as("one of a business at once").isLessThanOrEqualTo(1);
    } finally {
      run(session, "ROLLBACK");
      session.close().await().atMost(PATIENCE);
    }
    assertThat(answers.get(2, MINUTES))
        .extracting(HttpResponse::statusCode)
        .isSubsetOf(201, 409, 503);
  }

  @Test
  void aBusinessThatIsSuspendedMeanwhileMakesNoKey() throws Exception {
    // Given
    OwnKeys keys = OwnKeys.ofNewBusiness(partners);
    SqlConnection session = pool.getConnection().await().atMost(PATIENCE);
    begin(session);
    run(
        session,
        "UPDATE business SET suspended = true WHERE public_id = '" + keys.business() + "'");
    CompletableFuture<Response> answer =
        CompletableFuture.supplyAsync(() -> keys.make("{'scopes':['read']}"));
    Eventually.holds(() -> assertThat(rows.count(WAITING)).isOne());

    // When
    run(session, "COMMIT");

    // Then
    session.close().await().atMost(PATIENCE);
    assertRefused(answer.get(2, MINUTES), 403, "business is suspended");
    assertThat(keys.listedByOperator()).hasSize(1);
  }

  /** Begins a transaction that may wait for the test, however slow the machine is. */
  private static void begin(SqlConnection session) {
    run(session, PatientPool.BEGIN);
  }

  private static void run(SqlConnection session, String statement) {
    session.query(statement).execute().await().atMost(PATIENCE);
  }

  /** The answers' statuses to both keys, of which each revokes one at the same time. */
  private static List<Integer> delete(OwnKeys one, String ofOne, OwnKeys two, String ofTwo) {
    return AtOnce.send(
            2,
            i ->
                i == 0
                    ? AtOnce.delete(one.token(), OwnKeys.PATH + "/" + ofOne)
                    : AtOnce.delete(two.token(), OwnKeys.PATH + "/" + ofTwo))
        .stream()
        .map(HttpResponse::statusCode)
        .toList();
  }

  private long managers(OwnKeys keys) {
    return rows.count(
        "SELECT count(*) FROM api_key k JOIN business b ON b.id = k.business_id"
            + " WHERE b.public_id::text = $1 AND revoked_at IS NULL AND 'manage' = ANY(scopes)",
        keys.business());
  }
}
