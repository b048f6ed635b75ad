package org.mizani.support;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Meters of one start of the service. The registry outlives it in a JVM of tests, and would answer
 * the next start by the gauges of this one.
 */
@Singleton
class MetersOfOneStart {

  void stop(@Observes ShutdownEvent event, MeterRegistry registry) {
    List.copyOf(registry.getMeters()).forEach(registry::remove);
  }
}
