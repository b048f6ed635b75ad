package org.mizani.database;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Knows whether the database's schema is as new as this build, which matters where not every pod
 * migrates at its start. A newer one is fine: pods of the version before run beside it for a while.
 */
@Singleton
final class SchemaVersion {

  // What is not there yet has no version; the table is made by the first migration.
  private static final int NONE = 0;
  private static final String UNDEFINED_TABLE = "42P01";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String NEWEST =
      "SELECT coalesce(max(version::numeric), 0)::int FROM flyway_schema_history WHERE success";

  private static final Logger LOG = Logger.getLogger(SchemaVersion.class);

  private final Database database;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean current;

  SchemaVersion(Database database) {
    this.database = database;
  }

  /** Before anything else of the start reads a table: where there are none, nothing can begin. */
  void require(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
    if (newest().await().atMost(PATIENCE) == NONE) {
      throw new IllegalStateException(
          "The database has no schema: run the command migrate before the service,"
              + " or let it migrate at its start (PAYMENTS_MIGRATE_AT_START=true).");
    }
  }

  /** Whether it is; once it was, this costs no more than a sign of life. */
  Uni<Boolean> isCurrent() {
    return current ? database.execute("SELECT 1").replaceWith(true) : newest().map(this::compare);
  }

  private Uni<Integer> newest() {
    return database
        .execute(NEWEST)
        .map(rows -> rows.iterator().next().getInteger(0))
        .onFailure(SchemaVersion::isUndefinedTable)
        .recoverWithItem(NONE);
  }

  private boolean compare(int newest) {
    current = newest >= Migrations.newest();
    if (!current && told.compareAndSet(false, true)) {
      LOG.warnf(
          "The schema is at version %d, this build needs %d: not ready until it is migrated.",
          newest, Migrations.newest());
    }
    return current;
  }

  private static boolean isUndefinedTable(Throwable failure) {
    return failure instanceof PgException refused && UNDEFINED_TABLE.equals(refused.getSqlState());
  }
}
