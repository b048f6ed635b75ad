package org.mizani.database.replica;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.database.CallerContext;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.DatabaseOutage;
import org.mizani.database.LongRead;

/**
 * Reads that may lag: lists and statements for operators, never what a decision about money rests
 * on. They go to the replica where there is one, on a connection that is asked first how far its
 * server has come; {@link DataLag} keeps the lag. While the replica cannot be used, and after a
 * failure there, they go to the primary.
 */
@Singleton
public final class LaggingReads {

  private final Database database;
  private final Replica replica;
  private final Duration timeout;

  LaggingReads(Database database, Replica replica, DatabaseConfig config) {
    this.database = database;
    this.replica = replica;
    this.timeout = config.replica().timeout();
  }

  /**
   * Rows of a read.
   *
   * @param position what a later read has to reach in order to fit this one
   */
  public record Found(RowSet<Row> rows, WalPosition position) {}

  /** One read of the replica: the position of its server, and the lag that it means. */
  private final class Visit {

    private final WalPosition since;
    private volatile WalPosition position;
    private volatile Duration lag;

    private Visit(WalPosition since) {
      this.since = since;
    }

    private void begin(RowSet<Row> rows) {
      position = Replica.position(rows);
      if (!position.reaches(since)) {
        throw new Replica.TooFarBehind();
      }
      lag = replica.lagAt(position);
    }

    private Uni<Void> begin(SqlConnection connection) {
      return connection
          .preparedQuery(Replica.POSITION)
          .execute()
          .invoke(rows -> begin(rows))
          .replaceWithVoid();
    }
  }

  /** Runs a short statement, like {@link Database#execute(String, Tuple)}. */
  public Uni<RowSet<Row>> execute(String statement, Tuple parameters) {
    return execute(statement, parameters, WalPosition.ANY);
  }

  /**
   * Runs a short statement likewise.
   *
   * @param since the position of an earlier read, of which this one is to miss nothing
   */
  public Uni<RowSet<Row>> execute(String statement, Tuple parameters, WalPosition since) {
    return find(statement, parameters, since).map(Found::rows);
  }

  /** Runs a short statement likewise, and tells its position for the reads that follow it. */
  public Uni<Found> find(String statement, Tuple parameters, WalPosition since) {
    Supplier<Uni<Found>> primary =
        () ->
            database
                .execute(statement, parameters)
                .map(rows -> new Found(rows, WalPosition.OF_PRIMARY));
    return since.equals(WalPosition.OF_PRIMARY)
        ? primary.get()
        : replicaFirst(
            since,
            visit ->
                executeThere(visit, statement, parameters)
                    .map(rows -> new Found(rows, visit.position)),
            primary);
  }

  private Uni<RowSet<Row>> executeThere(Visit visit, String statement, Tuple parameters) {
    return Pool.newInstance(replica.pools().reads())
        .withConnection(
            connection ->
                visit
                    .begin(connection)
                    .chain(() -> connection.preparedQuery(statement).execute(parameters)))
        .ifNoItem()
        .after(timeout)
        .failWith(() -> new TimeoutException("no answer of the replica within " + timeout));
  }

  /** Runs a long read, like {@link Database#executeLong}. */
  public Uni<Found> executeLong(String statement, Tuple parameters, Duration patience) {
    return replicaFirst(
        WalPosition.ANY,
        visit ->
            LongRead.run(
                    Pool.newInstance(replica.pools().longReads()),
                    visit::begin,
                    statement,
                    parameters,
                    patience)
                .map(rows -> new Found(rows, visit.position)),
        () -> executeLongOnPrimary(statement, parameters, patience));
  }

  /** Runs a long read on the primary, where later reads of its position go too: none of it lags. */
  public Uni<Found> executeLongOnPrimary(String statement, Tuple parameters, Duration patience) {
    return database
        .executeLong(statement, parameters, patience)
        .map(rows -> new Found(rows, WalPosition.OF_PRIMARY));
  }

  private <T> Uni<T> replicaFirst(
      WalPosition since, Function<Visit, Uni<T>> attempt, Supplier<Uni<T>> primary) {
    return Uni.createFrom()
        .deferred(
            () -> {
              if (!replica.isUsable() || Database.isInTransaction()) {
                return primary.get();
              }
              Visit visit = new Visit(since);
              return CallerContext.backTo(replica.untilLost(attempt.apply(visit)))
                  .invoke(() -> DataLag.note(visit.lag))
                  .onFailure()
                  .recoverWithUni(failure -> insteadOf(failure, primary));
            });
  }

  /**
   * The primary has the last word, on what the replica does not know too. A statement that takes
   * too long says nothing about the server, nor does one for which all connections were in use; a
   * lost connection does.
   */
  private <T> Uni<T> insteadOf(Throwable failure, Supplier<Uni<T>> primary) {
    if (DatabaseOutage.isBehind(failure)
        && !(failure instanceof TimeoutException)
        && !DatabaseOutage.isWaitForConnection(failure)) {
      replica.failed(failure);
    }
    return primary.get();
  }
}
