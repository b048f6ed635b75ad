package org.mizani.fx.quote;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.TestPartners.quoteOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Quotes of one business take turns, and leave the pod's connections to others meanwhile. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class QuoteTurnsApiTest {

  private static final int REQUESTS = 40;

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE '%pg_advisory_xact_lock%fx_quote%'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;

  @Test
  void aBusinessThatLocksManyAtOnceHoldsUpNoOther() throws Exception {
    // Given
    Partner busy = partners.create(Map.of());
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "100"));
    SqlConnection session = pool.getConnection().await().atMost(PATIENCE);
    turn(session, "pg_advisory_lock", busy);
    CompletableFuture<List<HttpResponse<String>>> quotes =
        CompletableFuture.supplyAsync(
            () ->
                AtOnce.send(
                    REQUESTS, i -> AtOnce.post(busy, "/business/quotes", Json.of(quoteOf()))));
    try {
      Eventually.holds(() -> assertThat(rows.count(WAITING)).isPositive());

      // When
      int paid = other.transfer(transferOf("beside")).statusCode();
      int quoted = other.request().body(Json.of(quoteOf())).post("/business/quotes").statusCode();

      // Then
      assertThat(List.of(paid, quoted)).containsOnly(201);
      assertThat(rows.count(WAITING)).as("one of a business at once").isLessThanOrEqualTo(1);
    } finally {
      turn(session, "pg_advisory_unlock", busy);
      session.close().await().atMost(PATIENCE);
    }
    assertThat(quotes.get(2, MINUTES)).extracting(HttpResponse::statusCode).containsOnly(201);
  }

  private static void turn(SqlConnection session, String function, Partner partner) {
    session
        .preparedQuery("SELECT " + function + "(hashtext('fx_quote'), hashint8($1))")
        .execute(Tuple.of(partner.businessId()))
        .await()
        .atMost(PATIENCE);
  }
}
