package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.pgclient.PgException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mizani.support.LoggedLines;

class OutageLogTest {

  private static final PgException FULL_DISK =
      new PgException("could not extend file", "ERROR", "53100", "");

  private long now;
  private final OutageLog outages = new OutageLog(() -> now);

  @Test
  void anOutageIsToldOnceAtItsBeginAndOnceAtItsEnd() {
    try (LoggedLines log = LoggedLines.listen()) {
      // When
      for (int i = 0; i < 3_900; i++) {
        outages.refused("request-" + i, FULL_DISK, false);
      }
      pass(25);
      outages.refused("the last", FULL_DISK, false);
      pass(9);
      outages.tellItsEnd();
      pass(1);
      outages.tellItsEnd();
      outages.tellItsEnd();

      // Then
      assertThat(log.text().lines().filter(line -> line.contains("database")))
          .satisfiesExactly(
              begin ->
                  assertThat(begin)
                      .contains("request request-0, and perhaps others: database unavailable:")
                      .contains("could not extend file"),
              end -> assertThat(end).contains("for 10 s; 3901 were answered 503 within 25 s"));
    }
  }

  @Test
  void theNextOutageIsToldAgain() {
    outages.refused("one", FULL_DISK, false);
    pass(10);
    outages.tellItsEnd();

    try (LoggedLines log = LoggedLines.listen()) {
      outages.refused("two", FULL_DISK, false);

      assertThat(log.text()).contains("request two, and perhaps others");
    }
  }

  @Test
  void eachRequestOfUnknownOutcomeIsTold() {
    outages.refused("one", FULL_DISK, true);

    try (LoggedLines log = LoggedLines.listen()) {
      outages.refused("two", FULL_DISK, true);

      assertThat(log.text()).contains("request two, of which the outcome is unknown");
    }
  }

  private void pass(long seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }
}
