package org.mizani.log;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

/**
 * Stop of the service: from its beginning on, jobs may find the database's connections and other
 * beans gone, which is no failure.
 */
@Singleton
final class ServiceStop {

  private static volatile boolean begun;

  void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
    begun = false;
  }

  void stop(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) ShutdownEvent event) {
    begun = true;
  }

  static boolean hasBegun() {
    return begun;
  }
}
