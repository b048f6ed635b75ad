package org.mizani.database;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Readiness check: the database answers, and its schema is new enough. It replaces the framework's
 * check, which asks over JDBC too and logs a stack trace each time.
 */
@Readiness
@Singleton
final class DatabaseReadiness implements AsyncHealthCheck {

  private static final String NAME = "database";

  private final SchemaVersion schema;

  DatabaseReadiness(SchemaVersion schema) {
    this.schema = schema;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    return schema
        .isCurrent()
        .map(current -> HealthCheckResponse.named(NAME).status(current).build())
        .onFailure()
        .recoverWithItem(HealthCheckResponse.down(NAME));
  }
}
