package org.mizani.log;

import io.vertx.pgclient.PgException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Arrays;
import org.hibernate.JDBCException;
import org.hibernate.exception.ConstraintViolationException;
import org.mizani.database.DatabaseOutage;

/**
 * Failure with a message that is safe to log: its type and stack trace, and its message only if
 * that is known to quote no data. Messages of a database, a parser or a driver may quote the value
 * that they failed on, such as a name or a secret.
 */
public final class RedactedFailure extends Throwable {

  private static final long serialVersionUID = 1;
  private static final int DEEPEST = 16;
  private static final String OURS = "org.mizani.";

  private RedactedFailure(String words, Throwable cause, StackTraceElement[] trace) {
    super(words, cause, false, true);
    setStackTrace(trace);
  }

  /** The failure and its causes, redacted. */
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

  /** The redacted message of a failure, for a log line. */
  public static String words(Throwable failure) {
    String kind = failure.getClass().getName();
    if (failure instanceof RedactedFailure) {
      return failure.getMessage();
    } else if (failure instanceof PgException refused) {
      return kind + ": " + words(refused);
    } else if (failure instanceof JDBCException refused) {
      return kind + ": " + words(refused);
    } else if (failure instanceof SQLException refused) {
      return kind + ": SQL state " + refused.getSQLState();
    } else if (quotesNoData(failure) && failure.getMessage() != null) {
      return kind + ": " + failure.getMessage();
    }
    return kind;
  }

  private static String words(PgException refused) {
    String constraint =
        refused.getConstraint() == null ? "" : ", constraint " + refused.getConstraint();
    String table = refused.getTable() == null ? "" : ", table " + refused.getTable();
    // The message of an outage quotes no data, and tells its reason.
    String words = DatabaseOutage.isBehind(refused) ? ", " + refused.getErrorMessage() : "";
    return "SQL state " + refused.getSqlState() + table + constraint + words;
  }

  private static String words(JDBCException refused) {
    String constraint =
        refused instanceof ConstraintViolationException violation
            ? ", constraint " + violation.getConstraintName()
            : "";
    String words = DatabaseOutage.isBehind(refused) ? ", " + refused.getErrorMessage() : "";
    return "SQL state " + refused.getSQLState() + constraint + words;
  }

  /** Our own messages never quote data; the message of a cause, taken over as one, may. */
  private static boolean quotesNoData(Throwable failure) {
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
