package org.mizani.log;

import io.vertx.pgclient.PgException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.mizani.database.DatabaseOutage;

/**
 * A failure as the log may tell it: its kind, its place, and its message only where it is known to
 * quote nothing. What a database, a parser or a driver says of a failure may quote the value that
 * they stumbled over, and that may be somebody's name or secret.
 */
public final class RedactedFailure extends Throwable {

  private static final long serialVersionUID = 1;
  private static final int DEEPEST = 16;
  private static final String OURS = "org.mizani.";

  private RedactedFailure(String words, Throwable cause, StackTraceElement[] trace) {
    super(words, cause, false, true);
    setStackTrace(trace);
  }

  /** This failure and its causes, retold. */
  public static Throwable of(Throwable failure) {
    return of(failure, 0);
  }

  private static Throwable of(Throwable failure, int depth) {
    if (failure == null || failure instanceof RedactedFailure || depth > DEEPEST) {
      return failure instanceof RedactedFailure ? failure : null;
    }
    return new RedactedFailure(
        words(failure), of(failure.getCause(), depth + 1), failure.getStackTrace());
  }

  /** What may be said of it in a line. */
  public static String words(Throwable failure) {
    String kind = failure.getClass().getName();
    if (failure instanceof RedactedFailure) {
      return failure.getMessage();
    } else if (failure instanceof PgException refused) {
      return kind + ": " + words(refused);
    } else if (quotesNothing(failure) && failure.getMessage() != null) {
      return kind + ": " + failure.getMessage();
    }
    return kind;
  }

  private static String words(PgException refused) {
    String constraint =
        refused.getConstraint() == null ? "" : ", constraint " + refused.getConstraint();
    String table = refused.getTable() == null ? "" : ", table " + refused.getTable();
    // Of an outage the words are the server's alone, and worth reading.
    String words = DatabaseOutage.isBehind(refused) ? ", " + refused.getErrorMessage() : "";
    return "SQL state " + refused.getSqlState() + table + constraint + words;
  }

  /** Our own words never quote; a cause whose words became a message may. */
  private static boolean quotesNothing(Throwable failure) {
    if (failure instanceof ConnectException || failure instanceof UnknownHostException) {
      return true;
    }
    Throwable cause = failure.getCause();
    boolean echo = cause != null && cause.toString().equals(failure.getMessage());
    return !echo && isOurs(failure);
  }

  private static boolean isOurs(Throwable failure) {
    return failure.getClass().getName().startsWith(OURS)
        || Arrays.stream(failure.getStackTrace())
            .limit(1)
            .anyMatch(place -> place.getClassName().startsWith(OURS));
  }

  @Override
  public String toString() {
    return getMessage();
  }
}
