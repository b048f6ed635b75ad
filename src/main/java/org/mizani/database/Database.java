package org.mizani.database;

import io.smallrye.common.vertx.ContextLocals;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/**
 * Access to the database: each statement is a transaction of its own and has a time-out. A
 * statement that timed out may still take effect: callers treat its outcome as unknown.
 */
@Singleton
public final class Database {

  private static final String CONNECTION = Database.class.getName();
  private static final String LIMIT = "SELECT set_config('statement_timeout', $1, true)";

  private final Pool pool;
  private final Supplier<Pool> poolOfLongReads;
  private final Duration timeout;
  private final Bulkhead longReads;

  @Inject
  Database(Pool pool, ConnectionPools pools, DatabaseConfig config) {
    this(pool, () -> Pool.newInstance(pools.longReads()), config);
  }

  Database(Pool pool, Supplier<Pool> poolOfLongReads, DatabaseConfig config) {
    this.pool = pool;
    this.poolOfLongReads = poolOfLongReads;
    this.timeout = config.timeout();
    this.longReads = new Bulkhead(config.longReads(), config.timeout());
  }

  /**
   * Runs this work in one transaction: all its statements on this request's context. It has the
   * time-out of one statement; a failure rolls it back.
   *
   * @throws IllegalStateException outside of a request, or within another transaction
   */
  public <T> Uni<T> inTransaction(Supplier<Uni<T>> work) {
    if (!VertxContext.isOnDuplicatedContext() || ContextLocals.get(CONNECTION).isPresent()) {
      throw new IllegalStateException("no request, or a transaction within a transaction");
    }
    return bounded(
        pool.withTransaction(
            connection -> {
              ContextLocals.put(CONNECTION, connection);
              return work.get().eventually(() -> ContextLocals.remove(CONNECTION));
            }));
  }

  private SqlClient client() {
    return VertxContext.isOnDuplicatedContext()
        ? ContextLocals.<SqlClient>get(CONNECTION).orElse(pool)
        : pool;
  }

  /** Items that a statement's rows are read as. */
  public <T> Uni<List<T>> list(String statement, Tuple parameters, Function<Row, T> item) {
    return execute(statement, parameters).map(rows -> items(rows, item));
  }

  /** Item that a statement's first row is read as, if there is a row. */
  public <T> Uni<Optional<T>> find(String statement, Tuple parameters, Function<Row, T> item) {
    return list(statement, parameters, item).map(items -> items.stream().findFirst());
  }

  /** Item that the one row of a statement is read as, which always has one. */
  public <T> Uni<T> one(String statement, Tuple parameters, Function<Row, T> item) {
    return execute(statement, parameters).map(rows -> item.apply(rows.iterator().next()));
  }

  /** Items that rows are read as, in their order. */
  public static <T> List<T> items(RowSet<Row> rows, Function<Row, T> item) {
    return StreamSupport.stream(rows.spliterator(), false).map(item).toList();
  }

  /** Runs a statement that has parameters {@code $1}, {@code $2} …; it is prepared once. */
  public Uni<RowSet<Row>> execute(String statement, Tuple parameters) {
    return bounded(client().preparedQuery(statement).execute(parameters));
  }

  /**
   * Runs a long read in a transaction of its own, with this time-out, after which PostgreSQL ends
   * it too. Few run at once; others wait for a time-out of {@link DatabaseConfig#timeout}, and then
   * fail like an unanswered statement.
   */
  public Uni<RowSet<Row>> executeLong(String statement, Tuple parameters, Duration patience) {
    return longReads.take(() -> bounded(readLong(statement, parameters, patience), patience));
  }

  private Uni<RowSet<Row>> readLong(String statement, Tuple parameters, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    return poolOfLongReads
        .get()
        .withTransaction(
            connection ->
                connection
                    .preparedQuery(LIMIT)
                    // The rest after the wait for the connection; zero would mean no limit.
                    .execute(Tuple.of(Math.max(1, (end - System.nanoTime()) / 1_000_000) + "ms"))
                    .chain(() -> connection.preparedQuery(statement).execute(parameters)));
  }

  /** Runs a statement without parameters. */
  public Uni<RowSet<Row>> execute(String statement) {
    return bounded(client().preparedQuery(statement).execute());
  }

  private <T> Uni<T> bounded(Uni<T> work) {
    return bounded(work, timeout);
  }

  private static <T> Uni<T> bounded(Uni<T> work, Duration patience) {
    return work.ifNoItem()
        .after(patience)
        .failWith(() -> new TimeoutException("no answer of the database within " + patience));
  }
}
