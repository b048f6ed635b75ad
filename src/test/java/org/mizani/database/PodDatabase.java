package org.mizani.database;

import io.quarkus.arc.Arc;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import java.util.Map;

/** Database of another pod, which runs its statements through connections of its own. */
public final class PodDatabase {

  /** The settings with which PostgreSQL plans the statements of a pod. */
  public static final Map<String, String> PLANNING = ConnectionPools.PLANNED_ONCE;

  private PodDatabase() {}

  /** Returns a database that uses this pool for all its connections. */
  public static Database behind(Pool pool, DatabaseConfig config) {
    SameEventLoop loop = Arc.container().instance(SameEventLoop.class).get();
    return new Database(pool, () -> pool, config, loop);
  }

  /**
   * Returns a pod's connection options for this database: statements are cached, and planned alike.
   */
  public static PgConnectOptions connections(String url) {
    PgConnectOptions options =
        PgConnectOptions.fromUri(url)
            .setUser("postgres")
            .setPassword("postgres")
            .setCachePreparedStatements(true);
    options.setPreparedStatementCacheSqlLimit(ConnectionPools.LONGEST_STATEMENT);
    PLANNING.forEach(options::addProperty);
    return options;
  }
}
