package org.mizani.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.pgclient.PgException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.hibernate.JDBCException;
import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Words that each kind of failure may tell. Of the name in their messages none may. */
class RedactedFailureTest {

  private static final String ROW = "Failing row: Amina";
  private static final String PG = "io.vertx.pgclient.PgException: ";

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(refusal("23514", null, null), PG + "SQL state 23514"),
        Arguments.of(
            refusal("23505", "business", "business_name_key"),
            PG + "SQL state 23505, table business, constraint business_name_key"),
        Arguments.of(refusal("40001", "business", null), PG + "SQL state 40001, table business"),
        Arguments.of(
            new PgException("terminating connection", "FATAL", "57P01", ROW),
            PG + "SQL state 57P01, terminating connection"),
        Arguments.of(
            new JDBCException(ROW, new SQLException(ROW, "40001")),
            "org.hibernate.JDBCException: SQL state 40001"),
        Arguments.of(
            new JDBCException("refused", new SQLException("shutting down", "57P01")),
            "org.hibernate.JDBCException: SQL state 57P01, refused"),
        Arguments.of(
            new ConstraintViolationException(ROW, new SQLException(ROW, "23505"), "name_key"),
            "org.hibernate.exception.ConstraintViolationException: SQL state 23505,"
                + " constraint name_key"),
        Arguments.of(new SQLException(ROW, "23514"), "java.sql.SQLException: SQL state 23514"),
        Arguments.of(
            new UnknownHostException("pay.example"), "java.net.UnknownHostException: pay.example"),
        Arguments.of(new IllegalStateException("ours"), "java.lang.IllegalStateException: ours"),
        Arguments.of(new IllegalStateException(), "java.lang.IllegalStateException"),
        Arguments.of(
            new IllegalStateException(new RuntimeException("Amina")),
            "java.lang.IllegalStateException"),
        Arguments.of(ofALibrary(), "java.lang.NumberFormatException"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void eachKindTellsWhatQuotesNoData(Throwable failure, String words) {
    assertThat(RedactedFailure.words(failure)).isEqualTo(words).doesNotContain("Amina");
    assertThat(RedactedFailure.of(failure)).hasToString(words);
  }

  @Test
  void aRedactedFailureIsNotRedactedAgain() {
    Throwable once = RedactedFailure.of(refusal("23514", "business", null));

    Throwable twice = RedactedFailure.of(once);

    assertThat(twice).isSameAs(once);
    assertThat(RedactedFailure.words(once)).isEqualTo(once.getMessage());
  }

  @Test
  void theCauseOfARedactedFailureIsKept() {
    Throwable once = RedactedFailure.of(refusal("23514", null, null));

    Throwable redacted = RedactedFailure.of(new IllegalStateException("not written", once));

    assertThat(redacted).hasToString("java.lang.IllegalStateException: not written");
    assertThat(redacted.getCause()).isSameAs(once);
  }

  private static Throwable ofALibrary() {
    try {
      return new AssertionError(Long.parseLong("Amina"));
    } catch (NumberFormatException e) {
      return e;
    }
  }

  private static PgException refusal(String state, String table, String constraint) {
    return new PgException(
        ROW,
        "ERROR",
        state,
        ROW,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        table,
        null,
        null,
        constraint);
  }
}
