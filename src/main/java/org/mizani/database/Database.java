package org.mizani.database;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Runs statements, each a transaction of its own, and waits for none longer than configured. One
 * that timed out may still be carried out: callers treat its effect as unknown.
 */
@Singleton
public final class Database {

  private final Pool pool;
  private final Duration timeout;

  Database(Pool pool, DatabaseConfig config) {
    this.pool = pool;
    this.timeout = config.timeout();
  }

  /** Runs a statement that has parameters {@code $1}, {@code $2} …; it is prepared once. */
  public Uni<RowSet<Row>> execute(String statement, Tuple parameters) {
    return bounded(pool.preparedQuery(statement).execute(parameters));
  }

  /** Runs a statement without parameters. */
  public Uni<RowSet<Row>> execute(String statement) {
    return bounded(pool.preparedQuery(statement).execute());
  }

  /** Bounds work that reaches the database by another way, such as an entity's. */
  public <T> Uni<T> bounded(Uni<T> work) {
    return work.ifNoItem()
        .after(timeout)
        .failWith(() -> new TimeoutException("no answer of the database within " + timeout));
  }
}
