package org.mizani.database;

import io.vertx.mutiny.sqlclient.Pool;

/** The database as another pod has it: through connections of its own. */
public final class PodDatabase {

  private PodDatabase() {}

  /** The database behind this pool. */
  public static Database behind(Pool pool, DatabaseConfig config) {
    return new Database(pool, () -> pool, config);
  }
}
