package org.mizani.http;

import io.quarkus.runtime.Application;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Readiness check: the start has ended, and with it the usual port is open. Side ports open before
 * it, because a start that cannot open one ends; health is asked there.
 */
@Readiness
@Singleton
final class StartReadiness implements HealthCheck {

  private final BooleanSupplier started;

  @Inject
  StartReadiness() {
    this(
        () ->
            Optional.ofNullable(Application.currentApplication()).stream()
                .anyMatch(Application::isStarted));
  }

  StartReadiness(BooleanSupplier started) {
    this.started = started;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("start").status(started.getAsBoolean()).build();
  }
}
