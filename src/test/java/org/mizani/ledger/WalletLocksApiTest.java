package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.collection.CollectionMoves;
import org.mizani.collection.CollectionMoves.End;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.PayoutMoves;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Businesses beside one whose wallets another session has locked. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class WalletLocksApiTest {

  private static final int OTHERS = 8;
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE $1";
  private static final String CREATION = "WITH request AS%";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject PayoutMoves payouts;
  @Inject CollectionMoves collections;

  private Partner one;
  private List<Partner> others;
  private SqlConnection session;

  @BeforeEach
  void businesses() {
    one = business();
    others = IntStream.range(0, OTHERS).mapToObj(i -> business()).toList();
    session = await(pool.getConnection());
  }

  @AfterEach
  void booksBalance() {
    await(session.query("ROLLBACK").execute());
    await(session.close());
    rows.assertBooksBalance();
  }

  @Test
  void othersCreatePayoutsWhileAWalletIsLocked() {
    // Given
    lockWalletsOfOne();
    CompletableFuture<List<HttpResponse<String>>> waiting =
        CompletableFuture.supplyAsync(() -> AtOnce.send(3, i -> transfer(one, "waits " + i)));
    eventually(() -> rows.count(WAITING, CREATION), count -> count > 0);

    // When
    List<HttpResponse<String>> answers =
        AtOnce.send(5 * OTHERS, i -> transfer(others.get(i % OTHERS), "goes " + i));

    // Then
    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(waiting).isNotDone();
    unlock();
    assertThat(waiting.join()).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(one.holding("USD")).isEqualByComparingTo("23.73");
  }

  /**
   * Statements of many and of one wallet wait at once, two each, whatever the number of locked
   * wallets.
   */
  @Test
  void severalLockedWalletsLeaveConnectionsToOthers() {
    // Given
    List<Partner> stuck = IntStream.range(0, 6).mapToObj(i -> business()).toList();
    lockWallets(session, stuck);
    CompletableFuture<List<HttpResponse<String>>> waiting =
        CompletableFuture.supplyAsync(
            () -> AtOnce.send(3 * stuck.size(), i -> transfer(stuck.get(i % 6), "waits " + i)));
    eventually(() -> rows.count(WAITING, CREATION), count -> count > 0);

    // When
    List<HttpResponse<String>> answers =
        AtOnce.send(5 * OTHERS, i -> transfer(others.get(i % OTHERS), "goes " + i));

    // Then
    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(waiting).isNotDone();
    assertThat(rows.count(WAITING, CREATION)).isLessThanOrEqualTo(4);
    unlock();
    assertThat(waiting.join()).extracting(HttpResponse::statusCode).containsOnly(201);
  }

  @Test
  void aWalletThatIsFreeAgainGoesWhileOthersStayLocked() {
    // Given
    List<Partner> stuck = IntStream.range(0, 3).mapToObj(i -> business()).toList();
    lockWallets(session, stuck);
    SqlConnection brief = await(pool.getConnection());
    lockWallets(brief, List.of(one));
    CompletableFuture<List<HttpResponse<String>>> waiting =
        CompletableFuture.supplyAsync(
            () -> AtOnce.send(stuck.size(), i -> transfer(stuck.get(i), "waits")));
    CompletableFuture<List<HttpResponse<String>>> waitsBriefly =
        CompletableFuture.supplyAsync(() -> AtOnce.send(3, i -> transfer(one, "goes " + i)));
    eventually(() -> rows.count(WAITING, CREATION), count -> count > 0);

    // When
    await(brief.query("COMMIT").execute());
    await(brief.close());

    // Then
    assertThat(joined(waitsBriefly)).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(waiting).isNotDone();
    unlock();
    assertThat(waiting.join()).extracting(HttpResponse::statusCode).containsOnly(201);
  }

  @Test
  void othersSettlePayoutsWhileAWalletIsLocked() {
    // Given
    List<UUID> held = List.of(pendingPayoutOf(one, "a"), pendingPayoutOf(one, "b"));
    List<UUID> ids = others.stream().map(other -> pendingPayoutOf(other, "a")).toList();
    lockWalletsOfOne();

    // When: they share their statements
    CompletableFuture<List<List<Boolean>>> waiting =
        all(held, id -> payouts.settle(id, List.of(true)));
    CompletableFuture<List<List<Boolean>>> settled =
        all(ids, id -> payouts.settle(id, List.of(true)));

    // Then
    assertThat(joined(settled)).containsOnly(List.of(true));
    assertThat(waiting).isNotDone();
    unlock();
    assertThat(joined(waiting)).containsOnly(List.of(true));
    assertThat(one.holding("USD")).isEqualByComparingTo("0");
  }

  @Test
  void othersAreCreditedCollectionsWhileAWalletIsLocked() {
    // Given
    List<UUID> held = List.of(unansweredCollectionOf(one, "a"), unansweredCollectionOf(one, "b"));
    List<UUID> ids = others.stream().map(other -> unansweredCollectionOf(other, "a")).toList();
    lockWalletsOfOne();

    // When: they share their statements
    CompletableFuture<List<List<String>>> waiting =
        all(held, id -> collections.end(id, List.of(End.PAID)));
    CompletableFuture<List<List<String>>> ended =
        all(ids, id -> collections.end(id, List.of(End.PAID)));

    // Then
    assertThat(joined(ended)).containsOnly(List.of("SETTLED"));
    assertThat(waiting).isNotDone();
    unlock();
    assertThat(joined(waiting)).containsOnly(List.of("SETTLED"));
    assertThat(one.collected("KES")).isEqualByComparingTo("300");
  }

  private static <T> CompletableFuture<List<T>> all(List<UUID> ids, Function<UUID, Uni<T>> work) {
    return Uni.join()
        .all(ids.stream().map(work).toList())
        .andFailFast()
        .subscribeAsCompletionStage();
  }

  private static <T> T joined(CompletableFuture<T> future) {
    return future.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  private Partner business() {
    return partners.createShop(Map.of(CurrencyUnit.USD, "100"));
  }

  private void lockWalletsOfOne() {
    lockWallets(session, List.of(one));
  }

  private static void lockWallets(SqlConnection session, List<Partner> of) {
    Long[] ids = of.stream().map(Partner::businessId).toArray(Long[]::new);
    await(session.query(PatientPool.BEGIN).execute());
    await(
        session
            .preparedQuery("SELECT 1 FROM wallet WHERE business_id = ANY ($1) FOR UPDATE")
            .execute(Tuple.tuple().addArrayOfLong(ids)));
  }

  private void unlock() {
    await(session.query("COMMIT").execute());
  }

  private static HttpRequest transfer(Partner partner, String reference) {
    return AtOnce.post(partner, "/business/payout/transfer", Json.of(transferOf(reference)));
  }

  private static UUID pendingPayoutOf(Partner partner, String reference) {
    Map<String, Object> body = transferOf(reference);
    body.put("forceStatus", "termination_pending");
    return UUID.fromString(partner.transfer(body).json().getString("serviceReference"));
  }

  /** A collection whose customer never answers. */
  private static UUID unansweredCollectionOf(Partner partner, String reference) {
    Map<String, Object> body = collectionOf(reference);
    body.put("mobile", "+254712345692");
    return UUID.fromString(partner.collect(body).json().getString("id"));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
