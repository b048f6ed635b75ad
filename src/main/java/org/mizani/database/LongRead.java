package org.mizani.database;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Long read: a statement in a transaction of its own, with a time-out of its own. */
public final class LongRead {

  private static final String LIMIT = "SELECT set_config('statement_timeout', $1, true)";

  /** No check. */
  static final Function<SqlConnection, Uni<Void>> NO_CHECK =
      connection -> Uni.createFrom().voidItem();

  private LongRead() {}

  /**
   * Runs a long read on a connection of this pool. PostgreSQL ends it after the time-out too.
   *
   * @param check runs on the connection before, and may make the read fail
   */
  public static Uni<RowSet<Row>> run(
      Pool pool,
      Function<SqlConnection, Uni<Void>> check,
      String statement,
      Tuple parameters,
      Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    return pool.withTransaction(
            connection ->
                check
                    .apply(connection)
                    .chain(() -> connection.preparedQuery(LIMIT).execute(restUntil(end)))
                    .chain(() -> connection.preparedQuery(statement).execute(parameters)))
        .ifNoItem()
        .after(patience)
        .failWith(() -> new TimeoutException("no answer of the database within " + patience));
  }

  /** The rest after the wait for the connection; zero would mean no limit. */
  private static Tuple restUntil(long end) {
    return Tuple.of(Math.max(1, (end - System.nanoTime()) / 1_000_000) + "ms");
  }
}
