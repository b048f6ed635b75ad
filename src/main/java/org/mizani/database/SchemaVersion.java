package org.mizani.database;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.Flyway;
import org.jboss.logging.Logger;

/**
 * Knows whether the database's schema is as new as this build. A start migrates an older one,
 * unless that is left to the command {@code migrate}; what a start needs to see is read over the
 * connection that it has anyhow, since one for migrations, and the library that does them, would
 * take longer than all the rest of it. A newer schema is fine: pods of the version before run
 * beside it for a while.
 */
@Singleton
final class SchemaVersion {

  // What is not there yet has no version; the table is made by the first migration.
  private static final int NONE = 0;
  private static final String UNDEFINED_TABLE = "42P01";
  private static final String NEWEST =
      "SELECT coalesce(max(version::numeric), 0)::int FROM flyway_schema_history WHERE success";

  private static final Logger LOG = Logger.getLogger(SchemaVersion.class);

  private final Database database;
  private final SameEventLoop sameLoop;
  private final Instance<Flyway> migrations;
  private final boolean migratesAtStart;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean current;

  SchemaVersion(
      Database database,
      SameEventLoop sameLoop,
      Instance<Flyway> migrations,
      @ConfigProperty(name = "payments.migrate-at-start", defaultValue = "true")
          boolean migratesAtStart) {
    this.database = database;
    this.sameLoop = sameLoop;
    this.migrations = migrations;
    this.migratesAtStart = migratesAtStart;
  }

  /** Before anything else reads a table, the scheduler's first jobs too. */
  void require(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 1) StartupEvent event) {
    int newest = sameLoop.await(this::newest);
    if (migratesAtStart && newest < Migrations.newest()) {
      migrations.get().migrate();
    } else if (newest == NONE) {
      throw new IllegalStateException(
          "The database has no schema: run the command migrate before the service,"
              + " or let it migrate at its start (PAYMENTS_MIGRATE_AT_START=true).");
    }
  }

  /** Whether it is; once it was, this costs no more than a sign of life. */
  Uni<Boolean> isCurrent() {
    return sameLoop.run(() -> current ? alive() : newest().map(this::compare));
  }

  private Uni<Boolean> alive() {
    return database.execute("SELECT 1").replaceWith(true);
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
