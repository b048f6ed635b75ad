package org.mizani.webhook;

import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.HttpClosedException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.mizani.webhook.address.ReceiverAddresses.NotPublicException;

/** Outcome of one attempt. */
sealed interface AttemptOutcome {

  /** Whether the receiver accepted the webhook: a 2xx status in time. */
  default boolean delivered() {
    return false;
  }

  /** The wait that the receiver asks for before the next attempt. */
  default Optional<Duration> retryAfter() {
    return Optional.empty();
  }

  /** The receiver answered. */
  record Answered(int status, Optional<Duration> retryAfter) implements AttemptOutcome {

    /** An answer with the header {@code Retry-After}: seconds or a date (RFC 9110, 10.2.3). */
    static Answered of(int status, String retryAfter, Instant now) {
      return new Answered(status, wait(retryAfter, now));
    }

    @Override
    public boolean delivered() {
      return status / 100 == 2;
    }

    /** Empty where the header is absent, in the past or malformed. */
    private static Optional<Duration> wait(String header, Instant now) {
      if (header == null) {
        return Optional.empty();
      }
      try {
        String text = header.strip();
        Duration wait =
            text.matches("[0-9]{1,9}")
                ? Duration.ofSeconds(Long.parseLong(text))
                : Duration.between(
                    now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        return Optional.of(wait).filter(duration -> !duration.isNegative());
      } catch (DateTimeException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * No answer.
   *
   * @param error the kind of failure, without names and quotations
   */
  record Unanswered(String error) implements AttemptOutcome {

    public static final Unanswered TIMED_OUT = new Unanswered("timed out");

    /** The connection ended before the answer began. */
    static final Unanswered CLOSED = new Unanswered("connection closed");

    static Unanswered because(Throwable failure) {
      return new Unanswered(kindOf(failure));
    }

    private static String kindOf(Throwable failure) {
      if (failure instanceof UnknownHostException) {
        return "unknown host";
      } else if (failure instanceof NotPublicException) {
        return "address not public";
      } else if (failure instanceof ConnectTimeoutException) {
        return "connect timed out";
      } else if (failure instanceof ConnectException) {
        return "connection refused";
      } else if (failure instanceof SSLException) {
        return "TLS failure";
      } else if (failure instanceof HttpClosedException
          || failure instanceof ClosedChannelException
          || failure instanceof SocketException) {
        return "connection closed";
      }
      return failure.getClass().getSimpleName();
    }
  }
}
