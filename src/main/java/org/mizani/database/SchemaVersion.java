package org.mizani.database;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
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
 * Version of the database's schema, compared with this build's. A start migrates an older schema,
 * unless that is left to the command {@code migrate}. The version is read over a connection that
 * the start has anyway: one for Flyway, and Flyway itself, would take longer than the rest of a
 * start. A newer schema is accepted: during a roll-out pods of the previous version run on it.
 */
@Singleton
public final class SchemaVersion {

  // The version without any schema: the first migration creates the table of versions.
  private static final int NONE = 0;
  private static final String NEWEST =
      "SELECT coalesce(max(version::numeric), 0)::int FROM flyway_schema_history WHERE success";

  private static final Logger LOG = Logger.getLogger(SchemaVersion.class);

  private final Database database;
  private final SameEventLoop sameLoop;
  private final Instance<Flyway> migrations;
  private final boolean migratesAtStart;
  private final AtomicBoolean warned = new AtomicBoolean();
  private volatile boolean current;
  private volatile int found;

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

  /**
   * Runs before all other statements of a start, those of the scheduler's first jobs too, but the
   * question for the database's environment: a foreign one is not migrated.
   */
  void require(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 2) StartupEvent event) {
    int newest = sameLoop.await(this::newest);
    if (migratesAtStart && newest < Migrations.newest()) {
      migrations.get().migrate();
      newest = Migrations.newest();
    } else if (newest == NONE) {
      throw new ConfigurationException(
          "The database has no schema: run the command migrate before the service,"
              + " or let it migrate at its start (PAYMENTS_MIGRATE_AT_START=true).");
    }
    found = newest;
  }

  /** The version that the start has found, or has migrated to. */
  public int found() {
    return found;
  }

  /** Whether the schema is new enough; once it was, only whether the database answers. */
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
        .onFailure(SqlState::isUndefinedTable)
        .recoverWithItem(NONE);
  }

  private boolean compare(int newest) {
    current = newest >= Migrations.newest();
    if (!current && warned.compareAndSet(false, true)) {
      LOG.warnf(
          "The schema is at version %d, this build needs %d: not ready until it is migrated.",
          newest, Migrations.newest());
    }
    return current;
  }
}
