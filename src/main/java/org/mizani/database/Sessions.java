package org.mizani.database;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.common.vertx.ContextLocals;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.hibernate.FlushMode;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.impl.MutinySessionImpl;
import org.hibernate.reactive.pool.impl.SqlClientConnection;

/**
 * Sessions of Hibernate, each on a context of its own. Here alone the service reaches behind the
 * interfaces of Hibernate, for the connection of a session: {@code SessionApiTest} fails where an
 * upgrade changes that.
 */
final class Sessions {

  private static final String TRANSACTION = Sessions.class.getName();

  private final SameEventLoop loop;
  private final Duration timeout;

  /**
   * @param timeout of a transaction, and of a read
   */
  Sessions(SameEventLoop loop, Duration timeout) {
    this.loop = loop;
    this.timeout = timeout;
  }

  /** Runs this work in one transaction, or in that of which it is a part. */
  <T> Uni<T> inTransaction(Supplier<Uni<T>> work) {
    return withSession(work, () -> Panache.withTransaction(() -> inSession(work)));
  }

  /** Reads entities, which are not to be changed. */
  <T> Uni<T> read(Supplier<Uni<T>> finder) {
    return withSession(finder, () -> Panache.withSession(() -> readOnly(finder)));
  }

  private static <T> Uni<T> inSession(Supplier<Uni<T>> work) {
    return Panache.getSession()
        .invoke(session -> ContextLocals.put(TRANSACTION, connectionOf(session)))
        .chain(work::get)
        .eventually(() -> ContextLocals.remove(TRANSACTION));
  }

  private static SqlClientConnection connectionOf(Mutiny.Session session) {
    return (SqlClientConnection) ((MutinySessionImpl) session).getReactiveConnection();
  }

  private static <T> Uni<T> readOnly(Supplier<Uni<T>> finder) {
    return Panache.getSession()
        .invoke(session -> session.setDefaultReadOnly(true).setFlushMode(FlushMode.MANUAL))
        .chain(finder::get);
  }

  /**
   * Work in the session of the transaction that it is a part of, else in one of its own. A session
   * is known by its context, and serves one at a time. It is never the caller's context: work that
   * timed out goes on in its session, which nothing that the caller does then may become a part of.
   */
  private <T> Uni<T> withSession(Supplier<Uni<T>> part, Supplier<Uni<T>> whole) {
    return Uni.createFrom()
        .deferred(
            () ->
                transaction().isPresent()
                    ? part.get()
                    : loop.runBeside(() -> bounded(unabandoned(whole.get()), timeout)));
  }

  /**
   * The same work, which runs to its end if its caller stops waiting: a session must not be closed
   * while its connection still waits for PostgreSQL.
   */
  private static <T> Uni<T> unabandoned(Uni<T> work) {
    return Uni.createFrom()
        .emitter(caller -> work.subscribe().with(caller::complete, caller::fail));
  }

  /** Whether the caller is part of a transaction. */
  static boolean isInTransaction() {
    return transaction().isPresent();
  }

  /** A statement of the transaction that the caller is part of; empty if there is none. */
  static Optional<Uni<RowSet<Row>>> executeInTransaction(String statement, Tuple parameters) {
    return transaction().map(connection -> executeOn(connection, statement, parameters));
  }

  private static Uni<RowSet<Row>> executeOn(
      SqlClientConnection connection, String statement, Tuple parameters) {
    return Uni.createFrom()
        .completionStage(() -> connection.preparedQuery(statement, parameters.getDelegate()))
        .map(rows -> RowSet.newInstance(rows, Row.__TYPE_ARG));
  }

  private static Optional<SqlClientConnection> transaction() {
    return VertxContext.isOnDuplicatedContext() ? ContextLocals.get(TRANSACTION) : Optional.empty();
  }

  /** The same work, which fails with a {@link TimeoutException} without an answer in this time. */
  static <T> Uni<T> bounded(Uni<T> work, Duration patience) {
    return work.ifNoItem()
        .after(patience)
        .failWith(() -> new TimeoutException("no answer of the database within " + patience));
  }
}
