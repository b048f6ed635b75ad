package org.mizani.rail.statement;

/** File that cannot be compared. Its message is a sentence without values of the file. */
public final class StatementException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StatementException(String message) {
    super(message);
  }

  StatementException(String message, Throwable cause) {
    super(message, cause);
  }

  /** About one line of the file. */
  static StatementException ofLine(long number, String complaint) {
    return new StatementException("Line %d of the file: %s.".formatted(number, complaint));
  }
}
