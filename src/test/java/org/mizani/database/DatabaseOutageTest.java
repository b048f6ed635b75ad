package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.hibernate.JDBCException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures that an outage of the database causes, and those that a mistake causes. */
class DatabaseOutageTest {

  static Stream<Throwable> outages() {
    return Stream.of(
        new ConnectException("Connection refused"),
        new TimeoutException(),
        ClosedConnectionException.INSTANCE,
        new NoStackTraceThrowable("Pool closed"),
        new NoStackTraceThrowable("Timeout waiting for connection"),
        new NoStackTraceThrowable("Timeout"),
        new NoStackTraceThrowable("Connection is not active now, current status: CLOSED"),
        refusal("57P03"),
        refusal("57014"),
        refusal("08006"),
        refusal("53300"),
        refusal("25006"),
        ofHibernate("57014"));
  }

  static Stream<Throwable> mistakes() {
    return Stream.of(
        new IllegalStateException(),
        new NoStackTraceThrowable("no"),
        refusal("23514"),
        refusal("25001"),
        refusal("57"),
        refusal("42601"),
        ofHibernate("23514"));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void recognizesFailuresOfAnOutage(Throwable failure) {
    assertThat(DatabaseOutage.isBehind(failure)).isTrue();
    assertThat(DatabaseOutage.isBehind(new RuntimeException(failure))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void takesNoMistakeForAnOutage(Throwable failure) {
    assertThat(DatabaseOutage.isBehind(failure)).isFalse();
    assertThat(DatabaseOutage.isBehind(new RuntimeException(failure))).isFalse();
  }

  static Stream<Throwable> lostAnswers() {
    return Stream.of(
        new TimeoutException(),
        new SocketException("Connection reset"),
        refusal("08006"),
        ClosedConnectionException.INSTANCE);
  }

  @ParameterizedTest
  @MethodSource("lostAnswers")
  void ofALostAnswerTheOutcomeIsUnknown(Throwable failure) {
    assertThat(DatabaseOutage.leavesOutcomeUnknown(failure)).isTrue();
    assertThat(DatabaseOutage.leavesOutcomeUnknown(new RuntimeException(failure))).isTrue();
  }

  static Stream<Throwable> withoutEffect() {
    return Stream.of(
        new ConnectException("Connection refused"),
        new NoStackTraceThrowable("Pool closed"),
        new NoStackTraceThrowable("Timeout waiting for connection"),
        new NoStackTraceThrowable("Connection is not active now, current status: CLOSED"),
        refusal("57014"),
        ofHibernate("57014"));
  }

  @ParameterizedTest
  @MethodSource("withoutEffect")
  void whatWasRefusedOrNotSentHasNoEffect(Throwable failure) {
    assertThat(DatabaseOutage.leavesOutcomeUnknown(failure)).isFalse();
    assertThat(DatabaseOutage.leavesOutcomeUnknown(new RuntimeException(failure))).isFalse();
  }

  private static JDBCException ofHibernate(String sqlState) {
    return new JDBCException("refused", new SQLException("refused", sqlState));
  }

  private static PgException refusal(String sqlState) {
    return new PgException("refused", "ERROR", sqlState, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowhere.invalid", "nowhere.invalid: Name or service not known"})
  void tellsAHostWithoutAnAddressInOneForm(String message) {
    assertThat(DatabaseOutage.words(new RuntimeException(new UnknownHostException(message))))
        .isEqualTo("no address for nowhere.invalid");
  }
}
