package org.mizani.database;

import io.quarkus.arc.Arc;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import java.util.Map;

/** The database as another pod has it: its statements through connections of its own. */
public final class PodDatabase {

  /** The settings with which PostgreSQL plans the statements of a pod. */
  public static final Map<String, String> PLANNING = ConnectionPools.PLANNED_ONCE;

  private PodDatabase() {}

  /** The database behind this pool. */
  public static Database behind(Pool pool, DatabaseConfig config) {
    SameEventLoop loop = Arc.container().instance(SameEventLoop.class).get();
    return new Database(pool, () -> pool, config, loop);
  }

  /** A pod's connections to this database: its statements are cached, and planned as a pod's. */
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
