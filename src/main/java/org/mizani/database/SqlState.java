package org.mizani.database;

import io.vertx.pgclient.PgException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * SQL states of failures. Outside of a transaction the driver's exception has it; within one, and
 * for entities, Hibernate replaces that by one of its own, with an {@link SQLException} as cause.
 */
public final class SqlState {

  /** State of a row that another row with the same key refuses. */
  public static final String UNIQUE_VIOLATION = "23505";

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String UNDEFINED_TABLE = "42P01";
  private static final String DEADLOCK = "40P01";
  private static final String QUERY_CANCELED = "57014";

  private SqlState() {}

  /** The state of this failure or of the first of its causes that has one. */
  public static Optional<String> of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Optional<String> state = ownOf(cause);
      if (state.isPresent()) {
        return state;
      }
    }
    return Optional.empty();
  }

  /** The state of this failure itself, without its causes. */
  static Optional<String> ownOf(Throwable failure) {
    if (failure instanceof PgException refused) {
      return Optional.ofNullable(refused.getSqlState());
    }
    return failure instanceof SQLException refused
        ? Optional.ofNullable(refused.getSQLState())
        : Optional.empty();
  }

  /** Whether a row was refused because another one has the same key. */
  public static boolean isUniqueViolation(Throwable failure) {
    return of(failure).filter(UNIQUE_VIOLATION::equals).isPresent();
  }

  /** Whether a statement was ended because it and others waited for each other. */
  public static boolean isDeadlock(Throwable failure) {
    return of(failure).filter(DEADLOCK::equals).isPresent();
  }

  /** Whether a statement's table is not there, as in a database that was never migrated. */
  public static boolean isUndefinedTable(Throwable failure) {
    return of(failure).filter(UNDEFINED_TABLE::equals).isPresent();
  }

  /** Whether a statement gave up because another transaction held a lock for too long. */
  public static boolean isLockNotAvailable(Throwable failure) {
    return of(failure).filter(LOCK_NOT_AVAILABLE::equals).isPresent();
  }

  /** Whether PostgreSQL ended a statement, which took too long, and so rolled it back. */
  public static boolean isCanceled(Throwable failure) {
    return of(failure).filter(QUERY_CANCELED::equals).isPresent();
  }
}
