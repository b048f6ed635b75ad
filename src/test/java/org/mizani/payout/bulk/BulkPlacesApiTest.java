package org.mizani.payout.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.body;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
import org.mizani.support.PatientPool;
import org.mizani.support.RawHttp;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Places of batches: a pod holds few bodies at once, and no business takes those of others. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BulkPlacesApiTest {

  private static final int MOST_OF_ONE = 2;

  /** Batches that wait for their wallets. */
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database()"
          + " AND query LIKE 'SELECT id, available_minor FROM wallet%'";

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private final List<Socket> halves = new ArrayList<>();

  @Inject Pool pool;

  @AfterEach
  void closeSockets() throws IOException {
    for (Socket socket : halves) {
      socket.close();
    }
  }

  @Test
  void bodiesUnderWayTakeThePlacesOfTheirBusinessAlone() throws Exception {
    Partner partner = partners.create(Map.of());
    Partner other = partners.create(Map.of());
    takeAllPlacesOf(partner);

    Response refused = send(partner, List.of(7));
    // Bodies that an earlier test broke off may have their places for a moment longer.
    awaitAPlace(other);
    Response refusedAfterwards = send(partner, List.of(7));

    assertRefused(refused, 503, "service unavailable");
    assertThat(refused.header("X-Outcome")).isNull();
    assertThat(refusedAfterwards.statusCode()).as("its bodies are under way").isEqualTo(503);
  }

  @Test
  void aCallerThatHangsUpInItsBodyLeavesItsPlace() throws Exception {
    Partner partner = partners.create(Map.of());
    takeAllPlacesOf(partner);

    closeSockets();

    awaitAPlace(partner);
  }

  /** 1 MiB of values that no payout has would be some 28 MB as a tree. */
  @Test
  void sixteenLargeBodiesAtOnceAreAnsweredOrHaveNoPlace() throws Exception {
    Partner partner = partners.create(Map.of());
    String large = "{\"items\":[{\"kind\":\"transfer\",\"x\":[{}" + ",{}".repeat(349_000) + "]}]}";

    List<Integer> answers =
        AtOnce.send(16, i -> AtOnce.post(partner, PATH, large)).stream()
            .map(HttpResponse::statusCode)
            .toList();

    assertThat(answers).contains(201).isSubsetOf(201, 503);
    for (int i = 0; i < MOST_OF_ONE + 1; i++) {
      awaitAPlace(partner);
    }
  }

  @Test
  void batchesThatWaitForTheirWalletHoldUpNoOtherBusiness() throws Exception {
    // Given
    Partner busy = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    SqlConnection session = pool.getConnection().await().atMost(PATIENCE);
    run(session, PatientPool.BEGIN);
    session
        .preparedQuery("SELECT FROM wallet WHERE business_id = $1 FOR UPDATE")
        .execute(Tuple.of(busy.businessId()))
        .await()
        .atMost(PATIENCE);
    CompletableFuture<List<HttpResponse<String>>> waiting =
        CompletableFuture.supplyAsync(
            () ->
                AtOnce.send(
                    MOST_OF_ONE,
                    i -> AtOnce.post(busy, PATH, Json.of(body(transfers("busy " + i, 3), false)))));
    try {
      Eventually.holds(() -> assertThat(rows.count(WAITING)).isPositive());

      // When
      int created = send(other, transfers("other", 3)).statusCode();

      // Then
      assertThat(created).isEqualTo(201);
      assertThat(rows.count(WAITING)).as("one of a business").isLessThanOrEqualTo(1);
    } finally {
      run(session, "ROLLBACK");
      session.close().await().atMost(PATIENCE);
    }
    assertThat(waiting.get(2, MINUTES))
        .allSatisfy(
            answer -> {
              assertThat(answer.statusCode()).isIn(201, 503);
              assertThat(answer.headers().firstValue("X-Outcome")).isEmpty();
            });
    rows.assertBooksBalance();
  }

  private static void run(SqlConnection session, String statement) {
    session.query(statement).execute().await().atMost(PATIENCE);
  }

  private static void awaitAPlace(Partner partner) throws Exception {
    Eventually.holds(() -> assertThat(send(partner, List.of(7)).statusCode()).isEqualTo(201));
  }

  /** A further batch may have a place itself when the next of these arrives. */
  private void takeAllPlacesOf(Partner partner) throws Exception {
    Eventually.holds(
        () -> {
          sendHalfABatch(partner);
          assertThat(send(partner, List.of(7)).statusCode()).isEqualTo(503);
        });
  }

  /** A batch with a body that does not end. */
  private void sendHalfABatch(Partner partner) throws IOException {
    Socket socket = new Socket("localhost", ServicePort.number());
    halves.add(socket);
    socket
        .getOutputStream()
        .write(
            (RawHttp.request(
                        "POST " + PATH,
                        "Content-Type: application/json",
                        "Authorization: Bearer " + partner.token(),
                        "Content-Length: 1000000")
                    + "{\"items\":[")
                .getBytes(UTF_8));
    socket.getOutputStream().flush();
  }
}
