package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.mizani.access.Caller;
import org.mizani.access.TestCallers;
import org.mizani.business.BusinessProfile;
import org.mizani.collection.CollectionBooking.Settlement;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.database.Database;
import org.mizani.figures.SettledTimes;
import org.mizani.ledger.PodWalletLocks;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.work.Leases.AssumedCalls;

/** Collections that are assumed to have prompted their customers while they are settled. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AssumedPromptsApiTest {

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE $1";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject Database database;
  @Inject CollectionMoves moves;
  @Inject CollectionConfig config;
  @Inject ServiceAccounts accounts;
  @Inject CollectionWebhook webhooks;
  @Inject WebhookDispatcher dispatcher;
  @Inject SettledTimes times;
  @Inject PossiblyPrompted prompted;

  /** Both ids begin with the same half. */
  private final long half = UUID.randomUUID().getMostSignificantBits();

  /** One statement puts the polls of some off, and then ends those of others. */
  @Test
  void neitherWaitsForTheOtherInACircle() {
    // Given
    Caller caller =
        TestCallers.of(
            partners.create(BusinessProfile.named("Shop").withCollections(), Map.of()), rows);
    UUID first = create(caller, 1);
    UUID second = create(caller, 2);
    SqlConnection held = lock(first);
    CompletableFuture<AssumedCalls> assumed =
        prompted.note(id(0), rows.now(), 2).subscribeAsCompletionStage();
    eventually(() -> rows.count(WAITING, "WITH page AS%"), count -> count == 1);
    CompletableFuture<List<Effect>> settled = settle(first, second);
    eventually(() -> rows.count(WAITING, "WITH decision AS%"), count -> count == 1);

    // When
    await(held.query("COMMIT").execute());
    await(held.close());

    // Then: the second, which the settlement had by then, is left to the next page
    assertThat(assumed).succeedsWithin(PATIENCE).isEqualTo(new AssumedCalls(1, Optional.of(first)));
    assertThat(settled).succeedsWithin(PATIENCE).isEqualTo(List.of(Effect.SETTLED, Effect.SETTLED));
  }

  /** Ends both in one statement: the first for good, while the second is asked about further. */
  private CompletableFuture<List<Effect>> settle(UUID first, UUID second) {
    var locks = PodWalletLocks.longerThan(Duration.ofSeconds(20), database);
    var settlement =
        new CollectionSettlement(database, accounts, webhooks, dispatcher, locks, times, config);
    return Uni.join()
        .all(
            settlement.apply(lapsed(first, Optional.empty())),
            settlement.apply(lapsed(second, Optional.of(Duration.ofHours(1)))))
        .andFailFast()
        .subscribeAsCompletionStage();
  }

  private Settlement lapsed(UUID id, Optional<Duration> watchAfter) {
    var decision = (Settle) CollectionDecision.of(CollectionStatus.PENDING, new Lapsed());
    return new Settlement(await(moves.pending(id)), decision, watchAfter, Optional.empty());
  }

  private UUID create(Caller caller, int number) {
    Money amount = new Money(CurrencyUnit.KES, 150_00);
    assertThat(await(moves.create(id(number), caller, amount, Optional.of("order " + number))))
        .isEqualTo("CREATED");
    return id(number);
  }

  private UUID id(int number) {
    return new UUID(half, number);
  }

  private SqlConnection lock(UUID id) {
    SqlConnection session = await(pool.getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(
        session
            .preparedQuery("SELECT 1 FROM collection_due WHERE id = $1 FOR NO KEY UPDATE")
            .execute(Tuple.of(id)));
    return session;
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
