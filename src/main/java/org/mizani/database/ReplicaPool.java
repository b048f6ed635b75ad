package org.mizani.database;

import io.smallrye.common.vertx.ContextLocals;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.pgclient.PgPool;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PrepareOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Query;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/**
 * The primary's pool, of which a context may want connections to the replica instead: Hibernate has
 * one pool, and takes a session's connection from it on the session's context. It exists only where
 * there is a replica.
 */
@SuppressWarnings("deprecation") // The framework still wants its pool to be one of this type.
final class ReplicaPool implements PgPool {

  private static final String WANTED = ReplicaPool.class.getName();

  private final Pool primary;
  private final Pool replica;

  ReplicaPool(Pool primary, Pool replica) {
    this.primary = primary;
    this.replica = replica;
  }

  /** Sessions on the present context, a request's or a read's own, are the replica's from now. */
  static void want() {
    ContextLocals.put(WANTED, true);
  }

  private Pool wanted() {
    boolean replicas =
        VertxContext.isOnDuplicatedContext() && ContextLocals.get(WANTED).isPresent();
    return replicas ? replica : primary;
  }

  @Override
  public Future<SqlConnection> getConnection() {
    return wanted().getConnection();
  }

  @Override
  public void getConnection(Handler<AsyncResult<SqlConnection>> handler) {
    getConnection().onComplete(handler);
  }

  @Override
  public Query<RowSet<Row>> query(String sql) {
    return primary.query(sql);
  }

  @Override
  public PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
    return primary.preparedQuery(sql);
  }

  @Override
  public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
    return primary.preparedQuery(sql, options);
  }

  @Override
  public PgPool connectHandler(Handler<SqlConnection> handler) {
    primary.connectHandler(handler);
    return this;
  }

  @Override
  public PgPool connectionProvider(Function<Context, Future<SqlConnection>> provider) {
    primary.connectionProvider(provider);
    return this;
  }

  @Override
  public int size() {
    return primary.size();
  }

  @Override
  public Future<Void> close() {
    return Future.join(primary.close(), replica.close()).mapEmpty();
  }

  @Override
  public void close(Handler<AsyncResult<Void>> handler) {
    close().onComplete(handler);
  }
}
