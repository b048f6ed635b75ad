package org.mizani.collection;

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
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.collection.CollectionBooking.Settlement;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.PatientPool;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Races of a business's first collections, of decisions about one collection, and with outages. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class CollectionRaceApiTest {

  private static final String BLOCKED =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND query LIKE 'WITH number AS%'";
  private static final String ORPHANS =
      """
      SELECT count(*) FROM ledger_account a
      WHERE a.kind IN ('available', 'holding', 'pending') AND NOT EXISTS (
        SELECT 1 FROM wallet w
        WHERE a.id IN (w.available_account_id, w.holding_account_id, w.pending_account_id))
      """;

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Ledger ledger;
  @Inject Pool pool;
  @Inject CollectionSettlement settlement;
  @Inject CollectionMoves moves;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void concurrentOpeningsCreateOneWalletWithoutFailure() {
    SqlConnection other = await(pool.getConnection());
    await(other.query(PatientPool.BEGIN).execute());
    await(
        other
            .query(
                "WITH a AS (INSERT INTO ledger_account (id, kind, currency)"
                    + " SELECT next_account_id('KES'), kind, 'KES'"
                    + " FROM unnest(ARRAY['available', 'holding', 'pending']) AS kind"
                    + " RETURNING id, kind)"
                    + " INSERT INTO wallet (business_id, purpose, currency, available_account_id,"
                    + " holding_account_id, pending_account_id) SELECT "
                    + partner.businessId()
                    + ", 'collection', 'KES', (SELECT id FROM a WHERE kind = 'available'),"
                    + " (SELECT id FROM a WHERE kind = 'holding'),"
                    + " (SELECT id FROM a WHERE kind = 'pending')")
            .execute());
    CompletableFuture<Void> meanwhile =
        ledger
            .openWallet(partner.businessId(), WalletPurpose.COLLECTION, CurrencyUnit.KES)
            .subscribeAsCompletionStage();
    eventually(() -> rows.count(BLOCKED), blocked -> blocked == 1);
    await(other.query("COMMIT").execute());
    await(other.close());

    assertThat(meanwhile).succeedsWithin(PATIENCE);
    assertThat(
            rows.count("SELECT count(*) FROM wallet WHERE business_id = $1", partner.businessId()))
        .isEqualTo(1);
    assertThat(rows.count(ORPHANS)).isZero();
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }

  @RepeatedTest(20)
  void concurrentFirstCollectionsAreAllCreated() {
    List<Integer> statuses =
        AtOnce.send(
                16,
                i ->
                    AtOnce.post(
                        partner, "/business/collections", Json.of(collectionOf("burst-" + i))))
            .stream()
            .map(HttpResponse::statusCode)
            .toList();

    assertThat(statuses).containsOnly(201);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPaymentWinsOverAnExpiryInItsBatch(boolean paymentFirst) {
    UUID decoy = create("+254712345692", "decoy");
    UUID id = create("+254712345692", "order");
    Settlement paid =
        CollectionMoves.settlement(pending(id), Settle.paid(new Collected("R1", Optional.empty())));
    Settlement expired = CollectionMoves.settlement(pending(id), CollectionDecision.expiry());
    Settlement other = CollectionMoves.settlement(pending(decoy), CollectionDecision.expiry());

    List<Effect> effects =
        Uni.join()
            .all(
                Stream.of(
                        other, other, paymentFirst ? paid : expired, paymentFirst ? expired : paid)
                    .map(settlement::apply)
                    .toList())
            .andFailFast()
            .await()
            .atMost(PATIENCE);

    assertThat(partner.collected("KES")).as("%s", effects).isEqualByComparingTo("150");
    assertThat(effects.subList(2, 4)).as("of two decisions").containsOnlyOnce(Effect.SETTLED);
  }

  @Test
  void aPaymentDuringALongOutageIsCredited() {
    UUID id = create("+254712345694", "order"); // pays, late
    rows.changeCollection(
        id,
        "expires_at = now() - interval '1 hour', created_at = now() - interval '2 hours',"
            + " status = 'cancelled', failure_code = 'expired'",
        "next_poll_at = now(), polls = 9");

    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", id), due -> due == 0);

    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(status(id)).isEqualTo("cancelled");
  }

  @Test
  void anApprovalFirstSeenAfterExpiryIsASuccess() {
    UUID id = create("+254712345694", "order"); // approved after an hour
    rows.changeCollection(
        id,
        "created_at = now() - interval '2 hours', expires_at = now() - interval '1 s'",
        "next_poll_at = now(), polls = 9");

    eventually(() -> status(id), status -> !status.equals("collection_pending"));

    assertThat(status(id)).isEqualTo("collection_success");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
  }

  @Test
  void anExpiredCollectionIsCancelledWithoutAPrompt() {
    UUID id = create("+254712345692", "order"); // never answers
    // As if no pod had polled it before, and with a phone that approves at once: all in one
    // statement, so that no poll comes in between.
    rows.execute(
        """
        WITH changed AS (
          UPDATE collection
          SET expires_at = now() - interval '1 s', created_at = now() - interval '10 s'
          WHERE id = $1 RETURNING id, created_at
        ), detail AS (
          UPDATE collection_detail d SET created_at = c.created_at, forced_status = 'success'
          FROM changed c WHERE d.collection_id = c.id
        )
        UPDATE collection_due q SET created_at = c.created_at, next_poll_at = now(),
               polls = q.polls + 1, skipped_polls = q.polls + 1
        FROM changed c WHERE q.id = c.id
        """,
        id);

    eventually(() -> status(id), status -> !status.equals("collection_pending"));

    assertThat(status(id)).isEqualTo("cancelled");
  }

  @Test
  void anUnreadableCollectionIsListedWithoutItsPhone() {
    UUID unreadable = create("+254712345692", "one");
    create("+254712345692", "two");
    rows.garbleCustomer(unreadable);

    Response list = partner.request().get("/business/collections");

    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.<List<String>>path("items.mobile")).containsExactly("+254712345692", "");
  }

  private String status(UUID id) {
    return partner.request().get("/business/collections/" + id).path("status");
  }

  private PendingCollection pending(UUID id) {
    return await(moves.pending(id));
  }

  private UUID create(String mobile, String reference) {
    Map<String, Object> body = Json.with(collectionOf(reference), "mobile", '"' + mobile + '"');
    return UUID.fromString(partner.collect(body).path("id"));
  }
}
