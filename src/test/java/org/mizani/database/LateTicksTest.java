package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quarkus.scheduler.ScheduledExecution;
import io.quarkus.scheduler.common.runtime.DefaultInvoker;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LateTicksTest {

  private final PrivateLogFilter filter = new PrivateLogFilter();

  @Test
  void keepsOutWhatATickThrowsThatFindsNoContainer() {
    Throwable thrown = catchThrowable(() -> new Tick().invoke(null));

    assertThat(thrown).isInstanceOf(NullPointerException.class);
    assertThat(filter.isLoggable(line(thrown))).isFalse();
  }

  @Test
  void letsThroughWhatAJobThrows() {
    Throwable thrown = catchThrowable(() -> new Tick().invokeBean(null));

    assertThat(thrown).isInstanceOf(NullPointerException.class);
    assertThat(filter.isLoggable(line(thrown))).isTrue();
  }

  private static LogRecord line(Throwable thrown) {
    LogRecord line = new LogRecord(Level.SEVERE, "Error occurred while executing task");
    line.setThrown(thrown);
    return line;
  }

  /** A job that asks its trigger, of which there is none. */
  private static final class Tick extends DefaultInvoker {
    @Override
    protected CompletionStage<Void> invokeBean(ScheduledExecution execution) {
      return CompletableFuture.completedFuture(execution.getTrigger()).thenAccept(trigger -> {});
    }
  }
}
