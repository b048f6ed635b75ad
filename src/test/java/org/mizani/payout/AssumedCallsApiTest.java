package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.Caller;
import org.mizani.access.TestCallers;
import org.mizani.database.DatabaseConfig;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.work.Leases.AssumedCalls;

/**
 * Payouts that one pod assumes to have been submitted while another one settles them. The settling
 * statement locks them in the order of their ids too, whatever their order in the table: on the
 * service's connections, which plan without bitmaps, an array is searched in the order of its
 * index.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AssumedCallsApiTest {

  private static final int MANY = 120;

  private static final String MOVE =
      "UPDATE payout_due SET next_poll_at = next_poll_at + interval '1 hour' WHERE id = $1";

  private static final String LIES_BEHIND =
      "SELECT count(*) FROM payout_due a, payout_due b"
          + " WHERE a.id = $1 AND b.id = $2 AND a.ctid > b.ctid";

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE $1";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject PayoutMoves moves;
  @Inject PendingPayouts payouts;
  @Inject Vertx vertx;
  @Inject DatabaseConfig databaseConfig;
  @Inject PayoutConfig config;
  @Inject WebhookDispatcher dispatcher;
  @Inject ServiceAccounts accounts;
  @Inject PayoutWebhook webhooks;

  @ConfigProperty(name = "quarkus.datasource.reactive.url")
  String databaseUrl;

  /** All ids of a test begin with the same half. */
  private final long half = UUID.randomUUID().getMostSignificantBits();

  private Caller caller;
  private Pod one;
  private Pod other;

  @BeforeEach
  void startPods() {
    caller = TestCallers.of(partners.create(Map.of(CurrencyUnit.USD, "1000")), rows);
    one = pod();
    other = pod();
  }

  @AfterEach
  void stopPodsAndCheckBooks() {
    one.close();
    other.close();
    rows.assertBooksBalance();
  }

  @Test
  void theSettlementWaitsUntilTheyAreAssumed() {
    // Given
    List<UUID> ids = twoInTheOtherOrderInTheTable();
    SqlConnection held = lock(ids.get(0));
    CompletableFuture<AssumedCalls> assumed = assumeWaiting();
    CompletableFuture<List<Boolean>> settled = settleWaiting(ids);

    // When
    unlock(held);

    // Then
    assertThat(assumed).succeedsWithin(PATIENCE).extracting(AssumedCalls::noted).isEqualTo(2L);
    assertThat(settled).succeedsWithin(PATIENCE).isEqualTo(List.of(true, true));
  }

  @Test
  void nothingIsAssumedOfRowsThatAreSettledMeanwhile() {
    // Given
    List<UUID> ids = twoInTheOtherOrderInTheTable();
    SqlConnection held = lock(ids.get(0));
    CompletableFuture<List<Boolean>> settled = settleWaiting(ids);
    CompletableFuture<AssumedCalls> assumed = assumeWaiting();

    // When
    unlock(held);

    // Then
    assertThat(settled).succeedsWithin(PATIENCE).isEqualTo(List.of(true, true));
    assertThat(assumed).succeedsWithin(PATIENCE).extracting(AssumedCalls::noted).isEqualTo(0L);
  }

  @Test
  void manyAreSettledOnceWhileTheyAreAssumed() {
    // Given
    List<UUID> ids = new ArrayList<>();
    IntStream.rangeClosed(1, MANY).forEach(i -> ids.add(create(i)));
    Collections.shuffle(ids, new Random(5));
    ids.forEach(id -> rows.execute(MOVE, id));

    // When
    Instant before = rows.now();
    CompletableFuture<Long> assumed = assumeAll(before).subscribeAsCompletionStage();
    List<Uni<Boolean>> settlements =
        ids.stream().map(id -> other.settlement().apply(settlement(id))).toList();
    List<Boolean> settled = await(Uni.join().all(settlements).andFailFast());

    // Then
    assertThat(settled).hasSize(MANY).containsOnly(true);
    assertThat(assumed).succeedsWithin(PATIENCE);
    assertThat(await(assumeAll(before))).isZero();
  }

  /** Two payouts, of which the first by its id lies behind the second. */
  private List<UUID> twoInTheOtherOrderInTheTable() {
    UUID first = create(1);
    UUID second = create(2);
    eventually(
        () -> {
          rows.execute(MOVE, first);
          return rows.count(LIES_BEHIND, first, second);
        },
        count -> count == 1);
    return List.of(first, second);
  }

  /** Assumes the calls of both, and waits for the first. */
  private CompletableFuture<AssumedCalls> assumeWaiting() {
    CompletableFuture<AssumedCalls> assumed =
        one.leases().assumeCalled(id(0), rows.now(), 2).subscribeAsCompletionStage();
    eventually(() -> rows.count(WAITING, "WITH page AS%"), count -> count == 1);
    return assumed;
  }

  /** Settles them in one statement, which waits for the first. */
  private CompletableFuture<List<Boolean>> settleWaiting(List<UUID> ids) {
    CompletableFuture<List<Boolean>> settled =
        other
            .settlement()
            .run(ids.stream().map(this::settlement).toList(), PATIENCE)
            .subscribeAsCompletionStage();
    eventually(() -> rows.count(WAITING, "WITH decision AS%"), count -> count == 1);
    return settled;
  }

  /** How many are noted, page by page. */
  private Uni<Long> assumeAll(Instant before) {
    return assumeAll(id(0), before, 0);
  }

  private Uni<Long> assumeAll(UUID after, Instant before, long noted) {
    return one.leases()
        .assumeCalled(after, before, 7)
        .chain(
            page ->
                page.last()
                    .filter(last -> last.getMostSignificantBits() == half)
                    .map(last -> assumeAll(last, before, noted + page.noted()))
                    .orElseGet(() -> Uni.createFrom().item(noted + page.noted())));
  }

  private UUID id(int number) {
    return new UUID(half, number);
  }

  private UUID create(int number) {
    UUID id = id(number);
    Money sender = new Money(CurrencyUnit.USD, 100);
    Money fee = new Money(CurrencyUnit.USD, 7);
    assertThat(await(moves.create(id, caller, sender, fee, "order " + number)))
        .isEqualTo("CREATED");
    return id;
  }

  private Settlement settlement(UUID id) {
    return new Settlement(
        await(payouts.find(id)),
        PayoutDecision.Settle.byHand(PayoutStatus.SUCCESS, "paid"),
        Optional.empty());
  }

  private SqlConnection lock(UUID id) {
    SqlConnection session = await(one.pool().getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(
        session
            .preparedQuery("SELECT 1 FROM payout_due WHERE id = $1 FOR NO KEY UPDATE")
            .execute(Tuple.of(id)));
    return session;
  }

  private static void unlock(SqlConnection session) {
    await(session.query("COMMIT").execute());
    await(session.close());
  }

  private Pod pod() {
    return Pod.start(vertx, databaseUrl, databaseConfig, config, accounts, webhooks, dispatcher);
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
