package org.mizani.database;

/**
 * What is no error, and kept out of the log: the driver's pool does not cancel the timer of a
 * statement that got no connection. Half a minute after the database was gone each such timer fails
 * a statement that has failed already, which would be an ERROR with a stack trace for every request
 * of the outage.
 */
final class ForgottenTimers {

  private static final String POOL = "io.vertx.sqlclient.impl.pool.SqlConnectionPool";
  private static final String PROMISE = "io.vertx.core.Promise";

  private ForgottenTimers() {}

  /** Whether such a timer threw this; nothing may be thrown at all. */
  static boolean threw(Throwable thrown) {
    return thrown instanceof IllegalStateException failure && isOfThePool(failure);
  }

  /** Nothing else of the pool fails a promise that is complete. */
  private static boolean isOfThePool(IllegalStateException failure) {
    StackTraceElement[] calls = failure.getStackTrace();
    return calls.length > 1
        && calls[0].getClassName().equals(PROMISE)
        && calls[1].getClassName().equals(POOL);
  }
}
