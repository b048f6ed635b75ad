package org.mizani.database;

import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Tells outages of the database, which pass, from faulty statements, which do not. */
public final class DatabaseOutage {

  // Connection exceptions, too many resources, operator intervention (shutdown, starting up),
  // read-only during a failover.
  private static final String CONNECTION_EXCEPTION = "08";
  private static final Set<String> SQL_STATE_CLASSES = Set.of(CONNECTION_EXCEPTION, "53", "57");

  /** The driver's words for a statement, and for a session, that got no connection in time. */
  private static final Set<String> WAITS_FOR_CONNECTION =
      Set.of("Timeout waiting for connection", "Timeout");

  private static final String READ_ONLY_TRANSACTION = "25006";

  private DatabaseOutage() {}

  /** Whether this failure or one of its causes means that the database is out of reach or use. */
  public static boolean isBehind(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (isOutage(cause)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a statement or transaction that failed so may have taken effect all the same, because
   * its answer was lost. One that PostgreSQL refused or ended has not, nor one that was not sent; a
   * pooler between them says "connection exception" where it lost PostgreSQL.
   */
  public static boolean leavesOutcomeUnknown(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Optional<String> state = SqlState.ownOf(cause);
      if (state.isPresent()) {
        return state.get().startsWith(CONNECTION_EXCEPTION);
      }
      if (cause instanceof ConnectException) {
        return false;
      }
      if (cause instanceof IOException
          || cause instanceof TimeoutException
          || cause instanceof ClosedConnectionException) {
        return true;
      }
    }
    return false;
  }

  /** Whether this statement or session got no connection in time: all were in use. */
  public static boolean isWaitForConnection(Throwable failure) {
    return WAITS_FOR_CONNECTION.contains(String.valueOf(failure.getMessage()));
  }

  /** What the outage behind a failure says of itself; it quotes no data. */
  static String words(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !isOutage(cause)) {
      cause = cause.getCause();
    }
    if (cause.getMessage() == null) {
      return cause.getClass().getSimpleName();
    }
    // Java adds the resolver's words to the name, and not each time.
    return cause instanceof UnknownHostException
        ? "no address for " + cause.getMessage().replaceFirst(": .*", "")
        : cause.getMessage();
  }

  private static boolean isOutage(Throwable cause) {
    Optional<String> state = SqlState.ownOf(cause);
    if (state.isPresent()) {
      return isOutage(state.get());
    }
    return cause instanceof IOException
        || cause instanceof TimeoutException
        || cause instanceof ClosedConnectionException
        || isClosed(String.valueOf(cause.getMessage()));
  }

  private static boolean isOutage(String state) {
    return state.equals(READ_ONLY_TRANSACTION)
        || state.length() == 5 && SQL_STATE_CLASSES.contains(state.substring(0, 2));
  }

  /** The driver has no exception type for these. */
  private static boolean isClosed(String message) {
    return message.equals("Pool closed")
        || WAITS_FOR_CONNECTION.contains(message)
        || message.startsWith("Connection is not active now");
  }
}
