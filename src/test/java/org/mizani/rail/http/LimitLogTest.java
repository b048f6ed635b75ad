package org.mizani.rail.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mizani.support.LoggedLines;

class LimitLogTest {

  private static final String BEGIN =
      "rail momo: a call, and perhaps others, not taken: too many requests";

  private long now = -5;
  private final LimitLog limit = new LimitLog("momo", () -> now);

  @Test
  void aLimitIsToldOnceAtItsBeginAndOnceAtItsEnd() {
    try (LoggedLines log = LoggedLines.listen()) {
      // When
      for (int i = 0; i < 700; i++) {
        limit.refused();
        limit.taken();
      }
      pass(299);
      limit.taken();
      pass(1);
      limit.taken();
      limit.taken();

      // Then
      assertThat(told(log))
          .containsExactly(
              BEGIN, "rail momo: no call met the limit for 5 min; 700 were not taken before");
    }
  }

  @Test
  void theNextLimitIsToldAgain() {
    limit.refused();
    pass(300);
    limit.taken();

    try (LoggedLines log = LoggedLines.listen()) {
      limit.refused();

      assertThat(told(log)).containsExactly(BEGIN);
    }
  }

  @Test
  void aRefusalPutsTheEndOff() {
    limit.refused();
    pass(299);
    limit.refused();

    try (LoggedLines log = LoggedLines.listen()) {
      pass(299);
      limit.taken();

      assertThat(told(log)).isEmpty();
    }
  }

  @Test
  void aNetworkWithoutALimitIsNotMentioned() {
    try (LoggedLines log = LoggedLines.listen()) {
      limit.taken();

      assertThat(told(log)).isEmpty();
    }
  }

  private static List<String> told(LoggedLines log) {
    return log.text().lines().filter(line -> line.startsWith("rail momo: ")).toList();
  }

  private void pass(long seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }
}
