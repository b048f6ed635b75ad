package org.mizani.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ErrorCounterTest {

  private static final Logger LOG = Logger.getLogger("org.mizani.provoked");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ErrorCounter counter = new ErrorCounter(registry);

  @BeforeEach
  void start() {
    counter.start(new StartupEvent());
  }

  @AfterEach
  void stop() {
    counter.stop(new ShutdownEvent());
  }

  /** A counter that appears with its first ERROR would not have increased. */
  @Test
  void isThereBeforeTheFirstError() {
    assertThat(errors()).isZero();
  }

  @Test
  void countsErrorsAndNoLesserLines() {
    LOG.warn("provoked by a test");
    LOG.info("provoked by a test");
    assertThat(errors()).isZero();

    LOG.error("provoked by a test");
    LOG.error("provoked by a test", new IllegalStateException("provoked by a test"));

    assertThat(errors()).isEqualTo(2);
  }

  @Test
  void doesNotCountKnownNoise() {
    IllegalStateException late = new IllegalStateException("provoked by a test");
    late.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("io.vertx.core.Promise", "fail", "Promise.java", 1),
          new StackTraceElement(
              "io.vertx.sqlclient.impl.pool.SqlConnectionPool", "run", "SqlConnectionPool.java", 1)
        });

    LOG.error("provoked by a test", late);

    assertThat(errors()).isZero();
  }

  @Test
  void endsWithTheService() {
    counter.stop(new ShutdownEvent());

    LOG.error("provoked by a test");

    assertThat(errors()).isZero();
  }

  private double errors() {
    return registry.get("payments.log.errors").counter().count();
  }
}
