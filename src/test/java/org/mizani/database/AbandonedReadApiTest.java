package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.body;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.AtOnce;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.support.RawHttp;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Reads without a waiting caller: their connections return to the pool. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ImpatientProfile.class)
class AbandonedReadApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;

  @Test
  void connectionsReturnAfterADatabaseTimeout() throws Exception {
    Partner partner = partner();
    SqlConnection lock = lockTables();

    assertThat(AtOnce.send(40, i -> AtOnce.get(partner, path(i))))
        .allMatch(answer -> answer.statusCode() == 503);
    unlock(lock);

    Eventually.within(
        PATIENCE,
        () ->
            assertThat(AtOnce.send(10, i -> AtOnce.get(partner, "/business/balance")))
                .allMatch(answer -> answer.statusCode() == 200));
  }

  @Test
  void connectionsReturnAfterTheCallerHangsUp() throws Exception {
    Partner partner = partner();
    SqlConnection lock = lockTables();

    Eventually.holds(
        () -> {
          askAndHangUp(partner, 40);
          assertThat(waitingForLocks(lock)).isPositive();
        });
    unlock(lock);

    Eventually.within(
        PATIENCE,
        () ->
            assertThat(AtOnce.send(10, i -> AtOnce.get(partner, "/business/balance")))
                .allMatch(answer -> answer.statusCode() == 200));
  }

  @Test
  void aTimedOutReadEndsInTheDatabaseToo() throws Exception {
    Partner partner = partner();
    String statement = statementOf(partner);
    SqlConnection lock = lock("ledger_transfer");

    List<HttpResponse<String>> answers =
        AtOnce.send(
            2,
            i -> i == 0 ? operatorsGet("/operator/ledger/trial-balance") : operatorsGet(statement));

    Eventually.within(PATIENCE, () -> assertThat(waitingForLocks(lock)).isZero());
    unlock(lock);
    for (HttpResponse<String> answer : answers) {
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo(body("service unavailable"));
      assertThat(answer.headers().firstValue("Retry-After")).contains("1");
    }
    Eventually.within(
        PATIENCE,
        () -> assertThat(TestOperator.request().get(statement).statusCode()).isEqualTo(200));
  }

  @Test
  void longReadsLeaveConnectionsToPartnersRequests() throws Exception {
    Partner partner = partner();
    HttpRequest longRead = operatorsGet("/operator/ledger/trial-balance");
    SqlConnection lock = lock("ledger_transfer");

    // A balance has four seconds. A stall of the machine may use them up, hence the repetition.
    Eventually.holds(
        () -> {
          List<HttpResponse<String>> answers =
              AtOnce.send(
                  40, i -> i % 20 == 19 ? AtOnce.get(partner, "/business/balance") : longRead);
          assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(2);
          assertThat(answers).filteredOn(answer -> answer.statusCode() == 503).hasSize(38);
        });
    unlock(lock);
  }

  /** Returns a partner with one dollar, once the service has ended the reads of an earlier test. */
  private Partner partner() {
    return Eventually.within(
            PATIENCE,
            () -> {
              try {
                return Optional.of(partners.create(Map.of(CurrencyUnit.USD, "1")))
                    .filter(created -> created.token() != null && TestOperator.token() != null);
              } catch (RuntimeException notInTime) {
                return Optional.<Partner>empty();
              }
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private static void askAndHangUp(Partner partner, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      try (Socket socket = new Socket("localhost", ServicePort.number())) {
        String request =
            RawHttp.request("GET " + path(i), "Authorization: Bearer " + partner.token());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static HttpRequest operatorsGet(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + ServicePort.number() + path))
        .header("Authorization", "Bearer " + TestOperator.token())
        .build();
  }

  private String statementOf(Partner partner) {
    return "/operator/businesses/"
        + rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
            .get(0)
            .getUUID(0)
        + "/statement?currency=USD&purpose=payout&from=2020-01-01&to=2036-01-01";
  }

  private static long waitingForLocks(SqlConnection connection) {
    return connection
        .query("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        .execute()
        .await()
        .atMost(PATIENCE)
        .iterator()
        .next()
        .getLong(0);
  }

  private static String path(int number) {
    return number % 2 == 0 ? "/business/balance" : "/business/transactions/" + number;
  }

  private SqlConnection lockTables() {
    return lock("wallet, payout");
  }

  private SqlConnection lock(String tables) {
    SqlConnection connection = pool.getConnection().await().atMost(PATIENCE);
    connection.query(PatientPool.BEGIN).execute().await().atMost(PATIENCE);
    // Unlike the service's own connections, this one may stay idle within its transaction, and wait
    // for reads of an earlier test.
    connection.query("SET LOCAL statement_timeout = 0").execute().await().atMost(PATIENCE);
    connection
        .query("LOCK TABLE " + tables + " IN ACCESS EXCLUSIVE MODE")
        .execute()
        .await()
        .atMost(PATIENCE);
    return connection;
  }

  private static void unlock(SqlConnection connection) {
    connection.query("COMMIT").execute().await().atMost(PATIENCE);
    connection.close().await().atMost(PATIENCE);
  }
}
