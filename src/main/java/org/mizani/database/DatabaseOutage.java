package org.mizani.database;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Tells failures that pass when the database is back from those that are mistakes. */
public final class DatabaseOutage {

  // Connection exceptions, too many resources, operator intervention (shutdown, starting up),
  // read-only during a failover.
  private static final Set<String> SQL_STATE_CLASSES = Set.of("08", "53", "57");
  private static final String READ_ONLY_TRANSACTION = "25006";

  private DatabaseOutage() {}

  /** Whether this failure, or what caused it, says that the database cannot be reached or used. */
  public static boolean isBehind(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (isOutage(cause)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOutage(Throwable cause) {
    if (cause instanceof PgException refused) {
      String state = String.valueOf(refused.getSqlState());
      return state.equals(READ_ONLY_TRANSACTION)
          || state.length() == 5 && SQL_STATE_CLASSES.contains(state.substring(0, 2));
    }
    return cause instanceof IOException
        || cause instanceof TimeoutException
        || cause instanceof ClosedConnectionException
        || isClosed(String.valueOf(cause.getMessage()));
  }

  /** The driver has no type for these. */
  private static boolean isClosed(String message) {
    return message.equals("Pool closed") || message.startsWith("Connection is not active now");
  }
}
