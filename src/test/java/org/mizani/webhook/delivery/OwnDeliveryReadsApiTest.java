package org.mizani.webhook.delivery;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.support.QuickProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Businesses that list their pending deliveries at the same time. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OwnDeliveryReadsApiTest {

  private static final int LISTS = 5;

  /** The default of {@code PAYMENTS_WEBHOOK_LISTS_AT_ONCE}. */
  private static final int PLACES = 2;

  private static final String READING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE '%FROM webhook_due AS listed%'"
          + " AND pid <> pg_backend_pid()";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;

  @Test
  void aPodReadsTwoListsOfAStatusAtOnceAndOneOfABusiness() throws Exception {
    // Given
    List<Partner> readers =
        List.of(partners.create(Map.of()), partners.create(Map.of()), partners.create(Map.of()));
    List<CompletableFuture<List<Integer>>> answers = new ArrayList<>();
    SqlConnection session = pool.getConnection().await().atMost(PATIENCE);
    run(session, PatientPool.BEGIN);
    run(session, "LOCK TABLE webhook_due IN ACCESS EXCLUSIVE MODE");

    // When
    try {
      answers.add(listsOf(readers.get(0)));
      Eventually.holds(() -> assertThat(rows.count(READING)).isPositive());
      assertThat(readers.get(0).request().get("/business/balance").statusCode()).isEqualTo(200);
      assertThat(rows.count(READING)).isLessThanOrEqualTo(1);
      answers.add(listsOf(readers.get(1)));
      answers.add(listsOf(readers.get(2)));
      Eventually.holds(() -> assertThat(rows.count(READING)).isGreaterThanOrEqualTo(PLACES));
      assertThat(readers.get(1).request().get("/business/balance").statusCode()).isEqualTo(200);
      assertThat(rows.count(READING)).isLessThanOrEqualTo(PLACES);
    } finally {
      run(session, "ROLLBACK");
      session.close().await().atMost(PATIENCE);
    }

    // Then
    for (CompletableFuture<List<Integer>> answer : answers) {
      assertThat(answer.get(2, MINUTES)).isSubsetOf(200, 503);
    }
  }

  private CompletableFuture<List<Integer>> listsOf(Partner reader) {
    return CompletableFuture.supplyAsync(
        () ->
            AtOnce.send(LISTS, i -> AtOnce.get(reader, SentWebhooks.PATH + "?status=pending"))
                .stream()
                .map(HttpResponse::statusCode)
                .toList());
  }

  private static void run(SqlConnection session, String statement) {
    session.query(statement).execute().await().atMost(PATIENCE);
  }
}
