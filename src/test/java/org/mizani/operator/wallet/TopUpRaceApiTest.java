package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.PatientPool;
import org.mizani.support.QuickProfile;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Top-ups of a collection wallet while customers' first payments open it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class TopUpRaceApiTest {

  private static final int EACH = 8;

  /** Opens the wallet in a third transaction, which has not ended yet. */
  private static final String OPEN_WALLET =
      """
      WITH a AS (
        INSERT INTO ledger_account (id, kind, currency)
        SELECT next_account_id('KES'), kind, 'KES'
        FROM unnest(ARRAY['available', 'holding', 'pending']) kind RETURNING id, kind
      )
      INSERT INTO wallet (business_id, purpose, currency,
                          available_account_id, holding_account_id, pending_account_id)
      SELECT $1, 'collection', 'KES', (SELECT id FROM a WHERE kind = 'available'),
             (SELECT id FROM a WHERE kind = 'holding'), (SELECT id FROM a WHERE kind = 'pending')
      """;

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND query LIKE 'WITH number AS%'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject AuditEntries audit;

  private Partner partner;
  private String businessId;
  private String operator;

  @BeforeEach
  void createPartnerWithoutWallets() {
    partner = partners.createShop(Map.of());
    businessId = Desk.idOf(partner);
    operator = TestOperator.token();
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @RepeatedTest(10)
  void concurrentTopUpsAndCollectionsShareOneWallet() {
    List<Integer> statuses = statuses(2 * EACH);

    assertThat(statuses).containsOnly(201);
    assertAllMoneyArrived(EACH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "ROLLBACK"})
  void paymentsWaitForAWalletOfAnOpenTransaction(String end) {
    SqlConnection third = await(pool.getConnection());
    await(third.query(PatientPool.BEGIN).execute());
    await(third.preparedQuery(OPEN_WALLET).execute(Tuple.of(partner.businessId())));

    CompletableFuture<List<Integer>> meanwhile = CompletableFuture.supplyAsync(() -> statuses(2));
    eventually(() -> rows.count(WAITING), waiting -> waiting == 2);
    await(third.query(end).execute());
    await(third.close());

    assertThat(meanwhile).succeedsWithin(PATIENCE);
    assertThat(meanwhile.join()).containsOnly(201);
    assertAllMoneyArrived(1);
  }

  private void assertAllMoneyArrived(int each) {
    BigDecimal all = BigDecimal.valueOf(each * (150L + 5L));
    eventually(() -> partner.collected("KES"), all::equals);
    assertThat(
            rows.count("SELECT count(*) FROM wallet WHERE business_id = $1", partner.businessId()))
        .isEqualTo(1);
    assertThat(audit.of("business/" + businessId + "/top-ups")).hasSize(each);
  }

  /**
   * Sends requests at the same time, top-ups of 5 and collections of 150 by turns, and returns
   * their statuses.
   */
  private List<Integer> statuses(int times) {
    return AtOnce.send(times, i -> i % 2 == 0 ? topUp(i) : collection(i)).stream()
        .map(HttpResponse::statusCode)
        .toList();
  }

  private HttpRequest topUp(int number) {
    String path = "/operator/businesses/" + businessId + "/top-ups";
    Map<String, ?> form =
        Map.of(
            "currency",
            "KES",
            "purpose",
            "collection",
            "amount",
            5,
            "reference",
            "r-%d %s".formatted(number, businessId));
    return HttpRequest.newBuilder(URI.create("http://localhost:" + ServicePort.number() + path))
        .header("Authorization", "Bearer " + operator)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(Json.of(form)))
        .build();
  }

  private HttpRequest collection(int number) {
    return AtOnce.post(partner, "/business/collections", Json.of(collectionOf("first-" + number)));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
