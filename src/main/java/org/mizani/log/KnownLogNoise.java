package org.mizani.log;

/** What is logged as an error by what we run on, is none, and is kept out of the log. */
final class KnownLogNoise {

  private static final String POOL = "io.vertx.sqlclient.impl.pool.SqlConnectionPool";
  private static final String PROMISE = "io.vertx.core.Promise";
  private static final String INVOKER = "io.quarkus.scheduler.common.runtime.DefaultInvoker";

  private KnownLogNoise() {}

  /** Whether this is one of them; nothing may be thrown at all. */
  static boolean include(Throwable thrown) {
    return isOfAForgottenTimer(thrown) || isOfALateTick(thrown);
  }

  /**
   * The driver's pool does not cancel the timer of a statement that got no connection. Half a
   * minute after the database was gone each such timer fails a statement that has failed already,
   * which would be an ERROR with a stack trace for every request of the outage. Nothing else of the
   * pool fails a promise that is complete.
   */
  private static boolean isOfAForgottenTimer(Throwable thrown) {
    return thrown instanceof IllegalStateException && wasThrownBy(thrown, PROMISE, POOL);
  }

  /**
   * A tick of a job that the scheduler has handed to a busy event loop runs when the service has
   * stopped, and the scheduler's own code, not the job, finds no container. Each job would say so,
   * as an ERROR with a stack trace.
   */
  private static boolean isOfALateTick(Throwable thrown) {
    return thrown instanceof NullPointerException && wasThrownBy(thrown, INVOKER);
  }

  /** By the first of these classes, called by the next. */
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
