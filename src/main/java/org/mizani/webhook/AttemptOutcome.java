package org.mizani.webhook;

import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.HttpClosedException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.mizani.webhook.address.ReceiverAddresses.NotPublicException;

/** How an attempt ended. */
public sealed interface AttemptOutcome {

  /** The receiver took the webhook: a 2xx in time. */
  default boolean delivered() {
    return false;
  }

  /** The receiver answered. */
  record Answered(int status, Optional<Duration> retryAfter) implements AttemptOutcome {

    @Override
    public boolean delivered() {
      return status / 100 == 2;
    }
  }

  /**
   * No answer.
   *
   * @param error what kind of failure, in words that name nobody and quote nothing
   */
  record Unanswered(String error) implements AttemptOutcome {

    public static final Unanswered TIMED_OUT = new Unanswered("timed out");

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
