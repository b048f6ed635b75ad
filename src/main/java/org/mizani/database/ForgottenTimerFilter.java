package org.mizani.database;

import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Keeps out of the log what is no error: the driver's pool does not cancel the timer of a statement
 * that got no connection. Half a minute after the database was gone each such timer fails a
 * statement that has failed already, which would be an ERROR with a stack trace for every request
 * of the outage.
 */
@LoggingFilter(name = "forgotten-timers")
public final class ForgottenTimerFilter implements Filter {

  private static final String POOL = "io.vertx.sqlclient.impl.pool.SqlConnectionPool";
  private static final String PROMISE = "io.vertx.core.Promise";

  @Override
  public boolean isLoggable(LogRecord line) {
    return !(line.getThrown() instanceof IllegalStateException failure && isOfThePool(failure));
  }

  /** Nothing else of the pool fails a promise that is complete. */
  private static boolean isOfThePool(IllegalStateException failure) {
    StackTraceElement[] calls = failure.getStackTrace();
    return calls.length > 1
        && calls[0].getClassName().equals(PROMISE)
        && calls[1].getClassName().equals(POOL);
  }
}
