package org.mizani.log;

/** Harmless errors that the libraries are known to log; they are suppressed. */
final class KnownLogNoise {

  private static final String POOL = "io.vertx.sqlclient.impl.pool.SqlConnectionPool";
  private static final String PROMISE = "io.vertx.core.Promise";
  private static final String INVOKER = "io.quarkus.scheduler.common.runtime.DefaultInvoker";

  private KnownLogNoise() {}

  /** Whether this is one of them; null, a line without a failure, is not. */
  static boolean include(Throwable thrown) {
    return isFromForgottenTimer(thrown) || isFromLateTick(thrown);
  }

  /**
   * The driver's pool does not cancel the timer of a statement that got no connection. A while
   * after the start of an outage each such timer fails a statement that has failed already: an
   * ERROR with a stack trace for every request of the outage. No other code of the pool fails a
   * promise that is complete.
   */
  private static boolean isFromForgottenTimer(Throwable thrown) {
    return thrown instanceof IllegalStateException && wasThrownBy(thrown, PROMISE, POOL);
  }

  /**
   * A tick of a job that waits on a busy event loop may run after the service has stopped. Then the
   * scheduler's own code, not the job, finds no container: an ERROR with a stack trace per job.
   */
  private static boolean isFromLateTick(Throwable thrown) {
    return thrown instanceof NullPointerException && wasThrownBy(thrown, INVOKER);
  }

  /** Whether the first of these classes threw it, called by the next. */
  private static boolean wasThrownBy(Throwable thrown, String... classes) {
    StackTraceElement[] calls = thrown.getStackTrace();
    for (int i = 0; i < classes.length; i++) {
      if (i >= calls.length || !calls[i].getClassName().equals(classes[i])) {
        return false;
      }
    }
    return true;
  }
}
