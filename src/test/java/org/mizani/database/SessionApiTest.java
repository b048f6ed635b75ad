package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.PoolOptions;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.mizani.business.Business;
import org.mizani.support.Defaults;
import org.mizani.support.TestDatabase;

/** Sessions of one request's context. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SessionApiTest {

  private static final int READS = 20;
  private static final String LOCK = "SELECT pg_advisory_lock(8151)";
  private static final String UNLOCK = "SELECT pg_advisory_unlock(8151)";
  private static final String ENTERED =
      "SELECT name FROM business WHERE name ~ 'the time-out|that follows' ORDER BY name";

  @Inject Database database;
  @Inject SameEventLoop loop;
  @Inject Vertx vertx;
  @Inject Pool pool;

  @ConfigProperty(name = "quarkus.datasource.reactive.url")
  String databaseUrl;

  @Test
  void readsBesideEachOtherHaveASessionEach() {
    List<Long> counts =
        loop.await(
            () ->
                Multi.createFrom()
                    .range(0, READS)
                    .onItem()
                    .transformToUni(i -> database.read(() -> Business.count("name", "nobody " + i)))
                    .merge(READS)
                    .collect()
                    .asList());

    assertThat(counts).isEqualTo(Collections.nCopies(READS, 0L));
  }

  @Test
  void aReadBesideATransactionSeesNothingOfIt() {
    String name = "uncommitted";
    List<Long> counts =
        loop.await(
            () ->
                Uni.join()
                    .all(
                        database.read(() -> Business.count("name", name)),
                        database.inTransaction(() -> entered(name)))
                    .andFailFast());

    assertThat(counts).containsExactly(0L, 1L);
  }

  @Test
  void theCallerGoesOnInItsOwnContext() {
    List<Context> contexts =
        loop.await(
            () -> {
              Context own = Vertx.currentContext();
              Uni<Context> read =
                  database.read(() -> Business.count()).map(count -> Vertx.currentContext());
              return Uni.join().all(read, read, Uni.createFrom().item(own)).andFailFast();
            });

    assertThat(contexts).allMatch(VertxContext::isDuplicatedContext);
    assertThat(contexts.get(0)).isSameAs(contexts.get(2));
    assertThat(contexts.get(1)).isSameAs(contexts.get(2));
  }

  /** As the client of a network has one. */
  @Test
  void aContextThatMayBeSharedGetsASessionOfItsOwn() {
    Context shared = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
    Uni<Long> read =
        Uni.createFrom()
            .deferred(() -> database.read(() -> Business.count("name", "nobody")))
            .runSubscriptionOn(task -> shared.runOnContext(ignored -> task.run()));

    assertThat(read.await().atMost(PATIENCE)).isZero();
  }

  @Test
  void whatFollowsATimedOutTransactionIsNoPartOfIt() {
    // Given: a transaction that waits for a lock, and is rolled back once it has that.
    SqlConnection lock = pool.getConnection().await().atMost(PATIENCE);
    lock.query(LOCK).execute().await().atMost(PATIENCE);
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Supplier<Uni<Void>> rolledBack =
        () ->
            enter("before the time-out")
                .chain(() -> database.execute("SELECT pg_advisory_xact_lock(8151)"))
                .chain(() -> enter("after the time-out"))
                .chain(
                    () -> Uni.createFrom().<Void>failure(new IllegalStateException("rolled back")))
                .onTermination()
                .invoke(() -> ended.complete(null));

    // When
    loop.await(
        () ->
            impatient()
                .inTransaction(rolledBack)
                .onFailure(TimeoutException.class)
                .recoverWithUni(() -> enter("statement that follows"))
                .chain(() -> database.inTransaction(() -> enter("transaction that follows"))));

    // Then
    lock.query(UNLOCK).execute().await().atMost(PATIENCE);
    ended.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    // It has that lock until it is rolled back.
    lock.query(LOCK).execute().await().atMost(PATIENCE);
    lock.query(UNLOCK).execute().await().atMost(PATIENCE);
    lock.close().await().atMost(PATIENCE);
    assertThat(loop.await(() -> database.list(ENTERED, Tuple.tuple(), row -> row.getString(0))))
        .containsExactly("statement that follows", "transaction that follows");
  }

  @Test
  void aStatementThatGetsNoConnectionInTimeIsNotSent() {
    // Given
    Pool single =
        Pool.newInstance(
            PgBuilder.pool()
                .with(
                    new PoolOptions()
                        .setMaxSize(1)
                        .setConnectionTimeout(300)
                        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS))
                .connectingTo(PodDatabase.connections(databaseUrl))
                .using(vertx)
                .build());
    SqlConnection taken =
        single.getConnection().onFailure().retry().atMost(100).await().atMost(PATIENCE);

    // When
    Throwable statement =
        catchThrowable(() -> single.query("SELECT 1").execute().await().atMost(PATIENCE));
    Throwable session = catchThrowable(() -> single.getConnection().await().atMost(PATIENCE));

    // Then
    assertThat(List.of(statement, session))
        .allMatch(DatabaseOutage::isBehind)
        .noneMatch(DatabaseOutage::leavesOutcomeUnknown);
    taken.close().await().atMost(PATIENCE);
    single.close().await().atMost(PATIENCE);
  }

  /** The same database, for which a transaction has hardly any time. */
  private Database impatient() {
    DatabaseConfig config =
        Defaults.with(DatabaseConfig.class, Map.of("payments.database.timeout", "200ms"));
    return new Database(pool, () -> pool, config, loop);
  }

  private Uni<Void> enter(String name) {
    return database
        .execute("INSERT INTO business (name) VALUES ($1)", Tuple.of(name))
        .replaceWithVoid();
  }

  private Uni<Long> entered(String name) {
    return database
        .execute("INSERT INTO business (name) VALUES ('" + name + "')")
        .chain(() -> Business.count("name", name))
        .call(() -> database.execute("DELETE FROM business WHERE name = '" + name + "'"));
  }
}
