package org.mizani.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Counter of the ERRORs in the log, each of which is work for a person. So an alert tells of those
 * that have no gauge of their own, such as a row that cannot be read or a fault of the service.
 */
@Singleton
final class ErrorCounter extends Handler {

  private static final Logger ROOT = Logger.getLogger("");

  private final Counter errors;

  ErrorCounter(MeterRegistry registry) {
    errors =
        Counter.builder("payments.log.errors")
            .description("ERRORs in the log of this pod")
            .register(registry);
  }

  /** Begins before the rest of the start, whose ERRORs count as well. */
  void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
    ROOT.addHandler(this);
  }

  void stop(@Observes @Priority(Interceptor.Priority.PLATFORM_AFTER) ShutdownEvent event) {
    ROOT.removeHandler(this);
  }

  @Override
  public void publish(LogRecord line) {
    if (line.getLevel().intValue() >= Level.SEVERE.intValue()
        && !KnownLogNoise.include(line.getThrown())) {
      errors.increment();
    }
  }

  @Override
  public void flush() {
    // No line is buffered.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
