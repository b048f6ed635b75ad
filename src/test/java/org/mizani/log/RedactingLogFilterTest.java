package org.mizani.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.pgclient.PgException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.Test;

class RedactingLogFilterTest {

  private final RedactingLogFilter filter = new RedactingLogFilter();

  @Test
  void logsADatabasesRefusalWithoutTheRow() {
    PgException refused =
        new PgException("row (Amina, Otieno) is bad", "ERROR", "23514", "Failing row: Amina");

    String printed = printed(new IllegalStateException("nothing written", refused));

    assertThat(printed)
        .contains("IllegalStateException: nothing written", "PgException: SQL state 23514")
        .contains("RedactingLogFilterTest.logsADatabasesRefusalWithoutTheRow")
        .doesNotContain("Amina", "Otieno");
  }

  @Test
  void logsAViolatedConstraintWithoutTheRow() {
    SQLException refused = new SQLException("row (Amina, Otieno) is bad", "23514");

    String printed =
        printed(
            new ConstraintViolationException(
                "error: row (Amina, Otieno) is bad", refused, "insert", "business_name_check"));

    assertThat(printed)
        .contains("ConstraintViolationException: SQL state 23514, constraint business_name_check")
        .doesNotContain("Amina", "Otieno");
  }

  @Test
  void logsAParsersFailureWithoutTheParsedText() {
    Throwable refused = catchThrowable(() -> new ObjectMapper().readTree("{\"name\": Amina}"));

    assertThat(refused).hasMessageContaining("Amina");
    assertThat(printed(new IllegalArgumentException(refused)))
        .contains("JsonParseException")
        .contains("at com.fasterxml.jackson")
        .doesNotContain("Amina");
  }

  @Test
  void logsTheServerThatRefusedTheConnection() {
    assertThat(printed(new ConnectException("Connection refused: localhost/127.0.0.1:5432")))
        .contains("Connection refused: localhost/127.0.0.1:5432");
  }

  @Test
  void logsCausesThatFormACircle() {
    Exception one = new IllegalStateException("one");
    Exception other = new IllegalStateException("other", one);
    one.initCause(other);

    assertThat(printed(one)).contains("one", "other");
  }

  @Test
  void keepsTheCauseOfAFailedStart() {
    LogRecord line = new LogRecord(Level.SEVERE, "Failed to start application");
    line.setLoggerName("io.quarkus.runtime.Application");
    Exception failure = new IllegalStateException("no such file: tls.key");
    line.setThrown(failure);

    filter.isLoggable(line);

    assertThat(line.getThrown()).isSameAs(failure);
  }

  @Test
  void keepsLinesWithoutAFailure() {
    LogRecord line = new LogRecord(Level.INFO, "started");

    assertThat(filter.isLoggable(line)).isTrue();
    assertThat(line.getThrown()).isNull();
  }

  private String printed(Throwable failure) {
    LogRecord line = new LogRecord(Level.SEVERE, "failed");
    line.setThrown(failure);
    filter.isLoggable(line);
    StringWriter printed = new StringWriter();
    line.getThrown().printStackTrace(new PrintWriter(printed));
    return printed.toString();
  }
}
