package org.mizani.repeat;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.repeat.KeyedRequest.assertFirst;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.PatientPool;
import org.mizani.support.RawHttp;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Repeats of requests whose answer was lost, with the transaction or after it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LostAnswerApiTest {

  private static final String OF_WAITING =
      """
      FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()
        AND query LIKE 'WITH request AS%'
      """;

  private static final String WAITING = "SELECT count(*) " + OF_WAITING;
  private static final String END_WAITING = "SELECT count(pg_terminate_backend(pid)) " + OF_WAITING;

  private static final String KEYS = "SELECT count(*) FROM idempotency_key WHERE business_id = $1";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;

  private Partner partner;
  private KeyedRequest keyed;
  private SqlConnection session;

  @BeforeEach
  void aPartnerWhoseWalletIsLocked() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    keyed = KeyedRequest.transfer("lost", transferOf("lost"));
    session = await(pool.getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(
        session
            .preparedQuery("SELECT 1 FROM wallet WHERE business_id = $1 FOR UPDATE")
            .execute(Tuple.of(partner.businessId())));
  }

  private void unlockTheWallet() {
    await(session.query("COMMIT").execute());
    await(session.close());
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aKilledConnectionLeavesNeitherPayoutNorKey() {
    CompletableFuture<Response> answer = CompletableFuture.supplyAsync(() -> keyed.by(partner));

    eventually(
        () -> {
          rows.count(END_WAITING);
          return answer.isDone();
        },
        isEqual(true));
    unlockTheWallet();

    assertThat(answer.join().statusCode()).isEqualTo(503);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(rows.count(KEYS, partner.businessId())).isZero();
    assertFirst(keyed.by(partner), 201);
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  @Test
  void aClientThatHungUpGetsTheAnswerByARepeat() throws IOException {
    hangUpWhileItWaits(keyed);
    unlockTheWallet();
    eventually(() -> rows.payoutsOf(partner.businessId()), isEqual(1L));

    Response repeat = keyed.by(partner);

    assertThat(repeat.statusCode()).isEqualTo(201);
    assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(repeat.<String>path("serviceReference"))
        .isEqualTo(
            partner.request().get("/business/transactions/lost").<String>path("serviceReference"));
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    assertThat(rows.count(KEYS, partner.businessId())).isOne();
  }

  private void hangUpWhileItWaits(KeyedRequest request) throws IOException {
    byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
    String head =
        RawHttp.request(
            "POST " + request.path(),
            "Authorization: Bearer " + partner.token(),
            "Content-Type: application/json",
            "Content-Length: " + body.length,
            "Idempotency-Key: " + request.key());
    try (Socket socket = new Socket("localhost", ServicePort.number())) {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      socket.getOutputStream().flush();
      eventually(() -> rows.count(WAITING), isEqual(1L));
    }
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
