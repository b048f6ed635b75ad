package org.mizani.database;

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
import org.jboss.logging.Logger;

/**
 * Pool that lends connections whose failures only their statements tell. The driver prints the
 * stack trace of a connection that breaks to the standard error, unless its borrower takes it.
 */
@SuppressWarnings("deprecation") // The container casts to the deprecated interface.
final class QuietPool implements PgPool {

  private static final Logger LOG = Logger.getLogger(QuietPool.class);

  private final Pool pool;

  QuietPool(Pool pool) {
    this.pool = pool;
  }

  @Override
  public Future<SqlConnection> getConnection() {
    return pool.getConnection().map(QuietPool::quiet);
  }

  @Override
  public void getConnection(Handler<AsyncResult<SqlConnection>> handler) {
    getConnection().onComplete(handler);
  }

  private static SqlConnection quiet(SqlConnection connection) {
    return connection.exceptionHandler(
        failure -> LOG.debug("A connection to the database breaks.", failure));
  }

  @Override
  public Query<RowSet<Row>> query(String sql) {
    return pool.query(sql);
  }

  @Override
  public PreparedQuery<RowSet<Row>> preparedQuery(String sql) {
    return pool.preparedQuery(sql);
  }

  @Override
  public PreparedQuery<RowSet<Row>> preparedQuery(String sql, PrepareOptions options) {
    return pool.preparedQuery(sql, options);
  }

  @Override
  public PgPool connectHandler(Handler<SqlConnection> handler) {
    pool.connectHandler(handler);
    return this;
  }

  @Override
  public PgPool connectionProvider(Function<Context, Future<SqlConnection>> provider) {
    pool.connectionProvider(provider);
    return this;
  }

  @Override
  public int size() {
    return pool.size();
  }

  @Override
  public Future<Void> close() {
    return pool.close();
  }

  @Override
  public void close(Handler<AsyncResult<Void>> handler) {
    pool.close(handler);
  }
}
