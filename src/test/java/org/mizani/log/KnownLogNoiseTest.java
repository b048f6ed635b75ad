package org.mizani.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.scheduler.ScheduledExecution;
import io.quarkus.scheduler.common.runtime.DefaultInvoker;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.RefusingPort;

class KnownLogNoiseTest {

  private final RedactingLogFilter filter = new RedactingLogFilter();
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void suppressesThePoolsErrorAfterARefusedConnection() throws IOException {
    AtomicReference<Throwable> uncaught = new AtomicReference<>();
    vertx.exceptionHandler(uncaught::set);
    try (RefusingPort port = new RefusingPort()) {
      Pool pool =
          PgBuilder.pool()
              .using(vertx)
              .connectingTo(new PgConnectOptions().setHost("127.0.0.1").setPort(port.number()))
              .with(
                  new PoolOptions()
                      .setConnectionTimeout(500)
                      .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS))
              .build();

      // Again, as the pool logs no error where a machine stalls until its time-out.
      Throwable thrown =
          eventually(
              () -> {
                vertx.runOnContext(begun -> pool.query("SELECT 1").execute());
                return uncaught.get();
              },
              Objects::nonNull);

      assertThat(thrown).isInstanceOf(IllegalStateException.class);
      assertThat(thrown.getStackTrace()[1].getClassName()).endsWith("SqlConnectionPool");
      assertThat(filter.isLoggable(line(thrown))).as(thrown.toString()).isFalse();
    }
  }

  @Test
  void suppressesATicksErrorWithoutAContainer() {
    Throwable thrown = catchThrowable(() -> new Tick().invoke(null));

    assertThat(thrown).isInstanceOf(NullPointerException.class);
    assertThat(filter.isLoggable(line(thrown))).isFalse();
  }

  @Test
  void logsErrorsOfJobs() {
    Throwable thrown = catchThrowable(() -> new Tick().invokeBean(null));

    assertThat(thrown).isInstanceOf(NullPointerException.class);
    assertThat(filter.isLoggable(line(thrown))).isTrue();
  }

  @Test
  void logsErrorsOfOtherCauses() {
    assertThat(filter.isLoggable(line(new IllegalStateException("Result is already complete"))))
        .isTrue();
    assertThat(filter.isLoggable(line(null))).isTrue();
  }

  @Test
  void logsAnErrorThatOnlyBeginsLikeTheNoise() {
    Throwable thrown = new IllegalStateException("Result is already complete");
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("io.vertx.core.Promise", "complete", "Promise.java", 1)
        });

    assertThat(filter.isLoggable(line(thrown))).isTrue();
  }

  private static LogRecord line(Throwable thrown) {
    LogRecord line = new LogRecord(Level.SEVERE, "Uncaught exception received by Vert.x");
    line.setThrown(thrown);
    return line;
  }

  /** A job that asks for its trigger, which it does not have. */
  private static final class Tick extends DefaultInvoker {
    @Override
    protected CompletionStage<Void> invokeBean(ScheduledExecution execution) {
      return CompletableFuture.completedFuture(execution.getTrigger()).thenAccept(trigger -> {});
    }
  }
}
