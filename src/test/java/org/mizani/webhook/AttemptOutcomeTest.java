package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.HttpClosedException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;

class AttemptOutcomeTest {

  private static final Instant NOW = Instant.parse("2015-10-21T07:28:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"120 | PT2M", "' 5 ' | PT5S", "0 | PT0S", "Wed, 21 Oct 2015 07:30:00 GMT | PT2M"})
  void readsRetryAfterAsSecondsOrDate(String header, Duration wait) {
    assertThat(Answered.of(429, header, NOW).retryAfter()).contains(wait);
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {"soon", "-5", "1.5", "99999999999999999999", "Wed, 21 Oct 2015 07:00:00 GMT"})
  void ignoresAnInvalidRetryAfter(String header) {
    assertThat(Answered.of(429, header, NOW).retryAfter()).isEmpty();
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new UnknownHostException("shop.example"), "unknown host"),
        Arguments.of(new ConnectTimeoutException("shop.example:443"), "connect timed out"),
        Arguments.of(
            new ConnectException("Connection refused: shop.example"), "connection refused"),
        Arguments.of(new SSLException("no name matches shop.example"), "TLS failure"),
        Arguments.of(new HttpClosedException("Connection was closed"), "connection closed"),
        Arguments.of(new ClosedChannelException(), "connection closed"),
        Arguments.of(new SocketException("Connection reset"), "connection closed"),
        Arguments.of(new IllegalStateException("of shop.example"), "IllegalStateException"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void anAttemptWithoutAnAnswerTellsTheKindOfFailureAndNoName(Throwable failure, String kind) {
    assertThat(Unanswered.because(failure)).isEqualTo(new Unanswered(kind));
  }

  @Test
  void anAttemptTookNoTimeIfTheClockWasSetBack() {
    assertThat(attempt(Duration.ofSeconds(-3600)).took()).isZero();
    assertThat(attempt(Duration.ofSeconds(2)).took()).isEqualTo(Duration.ofSeconds(2));
  }

  private static Attempt attempt(Duration took) {
    return new Attempt(null, Unanswered.TIMED_OUT, took, Optional.empty());
  }
}
