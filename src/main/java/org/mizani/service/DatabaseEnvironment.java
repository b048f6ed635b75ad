package org.mizani.service;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;
import org.mizani.database.SameEventLoop;
import org.mizani.database.SqlState;

/**
 * Environment that a database is of: written when its schema is first migrated. A service of
 * another environment does not start on it. Otherwise a pod of the test environment with the
 * address of production's database would answer production's payments from its simulated rail.
 */
@Singleton
public final class DatabaseEnvironment {

  /** Reads the environment, at most one row. */
  public static final String READ = "SELECT environment FROM database_environment";

  private static final String WRITE =
      "INSERT INTO database_environment (environment) VALUES ('%s') ON CONFLICT DO NOTHING";

  private final Database database;
  private final SameEventLoop sameLoop;
  private final ServiceConfig service;
  private Optional<String> known = Optional.empty();

  DatabaseEnvironment(Database database, SameEventLoop sameLoop, ServiceConfig service) {
    this.database = database;
    this.sameLoop = sameLoop;
    this.service = service;
  }

  /** Writes an environment, unless there is one. */
  public static String write(ServiceEnvironment environment) {
    return WRITE.formatted(environment.code());
  }

  /**
   * What is to be said if a service, or a migration, of this environment has a database of that
   * one; empty if they are the same.
   */
  public static Optional<String> refusal(ServiceEnvironment own, String found) {
    return own.code().equals(found)
        ? Optional.empty()
        : Optional.of(
            "The database is of the environment %s, and PAYMENTS_ENVIRONMENT is %s: set DB_URL to one of %2$s."
                .formatted(found, own.code()));
  }

  /**
   * Runs before all other statements of a start, before a migration too: it asks a database that
   * was migrated before.
   */
  void refuseForeign(
      @Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 3) StartupEvent event) {
    known = sameLoop.await(this::read);
    known.ifPresent(this::compare);
  }

  /** Runs once there is a schema: a new one gets this service's environment. */
  void require(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 1) StartupEvent event) {
    if (known.isEmpty()) {
      if (service.migrateAtStart()) {
        sameLoop.await(() -> database.execute(write(service.environment())));
      }
      compare(
          sameLoop
              .await(this::read)
              .orElseThrow(
                  () ->
                      new ConfigurationException(
                          "The database does not say of which environment it is: run the command"
                              + " migrate before the service.")));
    }
  }

  private void compare(String found) {
    refusal(service.environment(), found)
        .ifPresent(
            refusal -> {
              throw new ConfigurationException(refusal);
            });
  }

  private Uni<Optional<String>> read() {
    return database
        .execute(READ)
        .map(DatabaseEnvironment::environmentOf)
        .onFailure(SqlState::isUndefinedTable)
        .recoverWithItem(Optional.empty());
  }

  private static Optional<String> environmentOf(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false).map(row -> row.getString(0)).findFirst();
  }
}
