package org.mizani.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobHealthTest {

  private static final String NAME = JobHealthTest.class.getName();
  private static final PgException FORBIDDEN =
      new PgException("permission denied", "ERROR", "42501", "of Amina");
  private static final Throwable AWAY = new TimeoutException("no answer");

  private static final String ERROR =
      "ERROR The job fails: io.vertx.pgclient.PgException: SQL state 42501";
  private static final String MENDED = "INFO The job succeeds again.";
  private static final String OUTAGE =
      "WARN The job waits for the database (java.util.concurrent.TimeoutException: no answer);"
          + " nothing is lost.";
  private static final String BACK = "INFO The job has its database again.";

  private static final String TOO_FAST =
      "WARN The job is too fast for the database; nothing is lost.";
  private static final String IN_TIME = "INFO The job is not too fast any more.";

  private final AtomicLong nanos = new AtomicLong(-5);
  private final AtomicBoolean stops = new AtomicBoolean();
  private final List<Runnable> later = new ArrayList<>();
  private final JobHealth job =
      new JobHealth(
          org.jboss.logging.Logger.getLogger(NAME), "The job", nanos::get, stops::get, later::add);
  private final List<String> lines = new ArrayList<>();
  private final Handler listener = new Listener();

  private final class Listener extends Handler {

    private final PatternFormatter formatter = new PatternFormatter("%p %s");

    @Override
    public void publish(LogRecord line) {
      lines.add(formatter.format(line));
    }

    @Override
    public void flush() {
      // Nothing is kept back.
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  @BeforeEach
  void listen() {
    Logger.getLogger(NAME).addHandler(listener);
  }

  @AfterEach
  void leave() {
    Logger.getLogger(NAME).removeHandler(listener);
  }

  @Test
  void aFailureOfAServiceThatStopsIsNotTold() {
    stops.set(true);

    job.failed(AWAY);
    job.failed(FORBIDDEN);

    assertThat(lines).isEmpty();
  }

  @Test
  void aMistakeIsAnErrorAtItsStartAndEachHour() {
    job.failed(FORBIDDEN);
    pass(Duration.ofMinutes(59));
    job.failed(FORBIDDEN);
    assertThat(lines).containsExactly(ERROR);

    pass(Duration.ofMinutes(1));
    job.failed(FORBIDDEN);
    job.succeeded();
    job.succeeded();
    job.failed(FORBIDDEN);

    assertThat(lines).containsExactly(ERROR, ERROR, MENDED, ERROR);
  }

  @Test
  void anOutageIsToldOnce() {
    job.failed(AWAY);
    pass(Duration.ofHours(2));
    job.failed(AWAY);
    pass(Duration.ofSeconds(10));
    job.succeeded();

    assertThat(lines).containsExactly(OUTAGE, BACK);
  }

  /** On a full disk a short statement fits now and then. */
  @Test
  void aSuccessInTheMiddleOfAnOutageEndsItNot() {
    for (int i = 0; i < 30; i++) {
      job.failed(AWAY);
      pass(Duration.ofSeconds(1));
      job.succeeded();
    }
    assertThat(lines).containsExactly(OUTAGE);

    pass(Duration.ofSeconds(9));
    job.succeeded();
    job.succeeded();
    job.failed(AWAY);

    assertThat(lines).containsExactly(OUTAGE, BACK, OUTAGE);
  }

  /** A job that runs every six hours, whose first statement failed and whose second did not. */
  @Test
  void theEndOfAnOutageIsToldTenSecondsAfterItThoughNoRunFollows() {
    job.failed(AWAY);
    job.succeeded();
    job.succeeded();
    pass(Duration.ofSeconds(10));
    runLater();
    assertThat(lines).containsExactly(OUTAGE, BACK);

    pass(Duration.ofHours(6));
    job.failed(AWAY);

    assertThat(lines).as("another outage").containsExactly(OUTAGE, BACK, OUTAGE);
  }

  @Test
  void anOutageThatGoesOnIsNotEndedByTheTimeAlone() {
    job.failed(AWAY);
    pass(Duration.ofSeconds(9));
    job.succeeded();
    pass(Duration.ofSeconds(9));
    job.failed(AWAY);
    pass(Duration.ofSeconds(1));
    runLater();
    pass(Duration.ofSeconds(20));
    assertThat(lines).containsExactly(OUTAGE);

    job.succeeded();
    assertThat(lines).containsExactly(OUTAGE, BACK);
  }

  @Test
  void anOutageThatEndsAfterASuccessInItsMiddleIsEndedByTheTime() {
    job.failed(AWAY);
    job.succeeded();
    pass(Duration.ofSeconds(8));
    job.failed(AWAY);
    job.succeeded();
    pass(Duration.ofSeconds(2));
    runLater();
    assertThat(lines).containsExactly(OUTAGE);

    pass(Duration.ofSeconds(10));
    runLater();
    assertThat(lines).containsExactly(OUTAGE, BACK);
  }

  @Test
  void tooFastIsToldOnceUntilItIsOver() {
    job.tooFast();
    pass(Duration.ofMinutes(4));
    job.succeeded();
    job.tooFast();
    pass(Duration.ofMinutes(4));
    job.succeeded();
    assertThat(lines).containsExactly(TOO_FAST);

    pass(Duration.ofMinutes(1));
    job.succeeded();
    job.succeeded();
    job.tooFast();

    assertThat(lines).containsExactly(TOO_FAST, IN_TIME, TOO_FAST);
  }

  @Test
  void aMistakeBehindAnOutageIsToldToo() {
    for (int i = 0; i < 3; i++) {
      job.failed(AWAY);
      job.failed(FORBIDDEN);
    }
    pass(Duration.ofSeconds(10));
    job.succeeded();

    assertThat(lines).containsExactly(OUTAGE, ERROR, BACK, MENDED);
  }

  @Test
  void tellsTheStateOfAFailureThatIsWrapped() {
    job.failed(new CompletionException(new SQLException("row of Amina", "23514")));

    assertThat(lines)
        .containsExactly(
            "ERROR The job fails: java.util.concurrent.CompletionException, SQL state 23514");
  }

  @Test
  void measuresTheTimeSinceTheLastSuccess() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    job.measure(meters);

    pass(Duration.ofMinutes(3));
    assertThat(age(meters)).as("since the start").isEqualTo(180);
    job.watch(Uni.createFrom().item("done")).await().indefinitely();
    assertThat(age(meters)).isZero();
    pass(Duration.ofSeconds(20));
    job.watch(Uni.createFrom().failure(FORBIDDEN)).await().indefinitely();
    assertThat(age(meters)).isEqualTo(20);
  }

  /** What was to run ten seconds later. */
  private void runLater() {
    List<Runnable> now = List.copyOf(later);
    later.clear();
    now.forEach(Runnable::run);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static int age(SimpleMeterRegistry meters) {
    return (int) meters.get("payments.job.age").tag("name", "The job").gauge().value();
  }
}
