package org.mizani.database;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/**
 * Access to the database, by statements and by entities, over one pool. Each statement and each
 * read is a transaction of its own and has a time-out, unless it is part of {@link #inTransaction}.
 * PostgreSQL ends a statement before its time-out: one that failed had no effect, unless {@link
 * DatabaseOutage#leavesOutcomeUnknown} says otherwise.
 */
@Singleton
public final class Database {

  private static final String NOW = "SELECT now()";

  private final Pool pool;
  private final Supplier<Pool> poolOfLongReads;
  private final Duration timeout;
  private final Bulkhead longReads;
  private final Sessions sessions;

  @Inject
  Database(Pool pool, ConnectionPools pools, DatabaseConfig config, SameEventLoop loop) {
    this(pool, () -> Pool.newInstance(pools.longReads()), config, loop);
  }

  Database(Pool pool, Supplier<Pool> poolOfLongReads, DatabaseConfig config, SameEventLoop loop) {
    this.pool = pool;
    this.poolOfLongReads = poolOfLongReads;
    this.timeout = config.timeout();
    this.sessions = new Sessions(loop, config.timeout());
    this.longReads = new Bulkhead(config.longReads(), config.timeout());
  }

  /**
   * Runs this work in one transaction: its entities and its statements, on one connection. It has
   * the time-out of one statement; a failure rolls it back. Within another transaction it is a part
   * of that. Changed entities are written at its end: a statement that is to see them earlier comes
   * after a flush.
   */
  public <T> Uni<T> inTransaction(Supplier<Uni<T>> work) {
    return sessions.inTransaction(work);
  }

  /**
   * Reads entities, which are not to be changed, with the time-out of a statement. Within a
   * transaction they are read in that.
   */
  public <T> Uni<T> read(Supplier<Uni<T>> finder) {
    return sessions.read(finder);
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
    return bounded(
        Sessions.executeInTransaction(statement, parameters)
            .orElseGet(() -> pool.preparedQuery(statement).execute(parameters)));
  }

  /**
   * Runs a long read in a transaction of its own, with this time-out, after which PostgreSQL ends
   * it too. Few run at once; others wait for a time-out of {@link DatabaseConfig#timeout}, and then
   * fail like an unanswered statement.
   */
  public Uni<RowSet<Row>> executeLong(String statement, Tuple parameters, Duration patience) {
    return longReads.take(
        () ->
            LongRead.run(
                poolOfLongReads.get(), LongRead.NO_CHECK, statement, parameters, patience));
  }

  /** The database's time: within a transaction, when that began. */
  public Uni<Instant> now() {
    return one(NOW, Tuple.tuple(), row -> row.getOffsetDateTime(0).toInstant());
  }

  /** Whether the caller is part of a transaction. */
  public static boolean isInTransaction() {
    return Sessions.isInTransaction();
  }

  /** Runs a statement without parameters. */
  public Uni<RowSet<Row>> execute(String statement) {
    return execute(statement, Tuple.tuple());
  }

  private <T> Uni<T> bounded(Uni<T> work) {
    return Sessions.bounded(work, timeout);
  }
}
