package org.mizani.database;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.ContextLocals;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
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
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.hibernate.FlushMode;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.impl.MutinySessionImpl;
import org.hibernate.reactive.pool.impl.SqlClientConnection;

/**
 * Access to the database, by statements and by entities, over one pool. Each statement and each
 * read is a transaction of its own and has a time-out, unless it is part of {@link #inTransaction}.
 * A statement that timed out may still take effect: callers treat its outcome as unknown.
 */
@Singleton
public final class Database {

  private static final String TRANSACTION = Database.class.getName();
  private static final String SESSION = TRANSACTION + ".session";
  private static final String NOW = "SELECT now()";

  private final Pool pool;
  private final Supplier<Pool> poolOfLongReads;
  private final Duration timeout;
  private final Bulkhead longReads;
  private final SameEventLoop loop;

  @Inject
  Database(Pool pool, ConnectionPools pools, DatabaseConfig config, SameEventLoop loop) {
    this(pool, () -> Pool.newInstance(pools.longReads()), config, loop);
  }

  Database(Pool pool, Supplier<Pool> poolOfLongReads, DatabaseConfig config, SameEventLoop loop) {
    this.pool = pool;
    this.poolOfLongReads = poolOfLongReads;
    this.timeout = config.timeout();
    this.loop = loop;
    this.longReads = new Bulkhead(config.longReads(), config.timeout());
  }

  /**
   * Runs this work in one transaction: its entities and its statements, on one connection. It has
   * the time-out of one statement; a failure rolls it back. Within another transaction it is a part
   * of that. Changed entities are written at its end: a statement that is to see them earlier comes
   * after a flush.
   */
  public <T> Uni<T> inTransaction(Supplier<Uni<T>> work) {
    return withSession(work, () -> Panache.withTransaction(() -> inSession(work)));
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

  /**
   * Reads entities, which are not to be changed, with the time-out of a statement. Within a
   * transaction they are read in that.
   */
  public <T> Uni<T> read(Supplier<Uni<T>> finder) {
    return withSession(finder, () -> Panache.withSession(() -> readOnly(finder)));
  }

  /**
   * Reads entities on the context of the caller, which has no other session.
   *
   * @param first a statement without parameters that runs on the session's connection before, and
   *     whose rows may make the read fail
   */
  <T> Uni<T> readAfter(
      String first, Consumer<RowSet<Row>> check, Supplier<Uni<T>> finder, Duration patience) {
    Supplier<Uni<T>> checked =
        () ->
            Panache.getSession()
                .chain(session -> executeOn(connectionOf(session), first, Tuple.tuple()))
                .invoke(check)
                .chain(finder::get);
    return bounded(
        unabandoned(marked(() -> Panache.withSession(() -> readOnly(checked)))), patience);
  }

  private static <T> Uni<T> readOnly(Supplier<Uni<T>> finder) {
    return Panache.getSession()
        .invoke(session -> session.setDefaultReadOnly(true).setFlushMode(FlushMode.MANUAL))
        .chain(finder::get);
  }

  /**
   * Work in the session of the transaction that it is a part of, else in one of its own. A session
   * is known by the context of its request, and serves one at a time: work of no request, such as
   * what follows from a network's answer, gets a context, and so does work beside other work of its
   * request.
   */
  private <T> Uni<T> withSession(Supplier<Uni<T>> part, Supplier<Uni<T>> whole) {
    return Uni.createFrom()
        .deferred(
            () -> {
              if (transaction().isPresent()) {
                return part.get();
              }
              Supplier<Uni<T>> work = () -> bounded(unabandoned(marked(whole)));
              boolean isFree = isOfOneRequest() && ContextLocals.get(SESSION).isEmpty();
              return isFree ? work.get() : loop.runBeside(work);
            });
  }

  private static boolean isOfOneRequest() {
    return VertxContext.isOnDuplicatedContext()
        && VertxContextSafetyToggle.isExplicitlyMarkedAsSafe(Vertx.currentContext());
  }

  private static <T> Uni<T> marked(Supplier<Uni<T>> work) {
    ContextLocals.put(SESSION, true);
    return work.get().eventually(() -> ContextLocals.remove(SESSION));
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

  private static Optional<SqlClientConnection> transaction() {
    return VertxContext.isOnDuplicatedContext() ? ContextLocals.get(TRANSACTION) : Optional.empty();
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
        transaction()
            .map(connection -> executeOn(connection, statement, parameters))
            .orElseGet(() -> pool.preparedQuery(statement).execute(parameters)));
  }

  private static Uni<RowSet<Row>> executeOn(
      SqlClientConnection connection, String statement, Tuple parameters) {
    return Uni.createFrom()
        .completionStage(() -> connection.preparedQuery(statement, parameters.getDelegate()))
        .map(rows -> RowSet.newInstance(rows, Row.__TYPE_ARG));
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

  /** Runs a statement without parameters. */
  public Uni<RowSet<Row>> execute(String statement) {
    return execute(statement, Tuple.tuple());
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
