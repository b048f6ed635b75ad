package org.mizani.service;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.database.SameEventLoop;

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

  /** Runs once there is a schema, before all other statements of a start. */
  void require(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 1) StartupEvent event) {
    ServiceEnvironment own = service.environment();
    Optional<String> found = sameLoop.await(this::read);
    if (found.isEmpty() && service.migrateAtStart()) {
      sameLoop.await(() -> database.execute(write(own)));
      found = sameLoop.await(this::read);
    }
    String refusal =
        found
            .map(environment -> refusal(own, environment).orElse(""))
            .orElse(
                "The database does not say of which environment it is: run the command migrate before"
                    + " the service.");
    if (!refusal.isEmpty()) {
      throw new ConfigurationException(refusal);
    }
  }

  private Uni<Optional<String>> read() {
    return database
        .execute(READ)
        .map(
            rows -> {
              Optional<String> found = Optional.empty();
              for (Row row : rows) {
                found = Optional.of(row.getString(0));
              }
              return found;
            });
  }
}
