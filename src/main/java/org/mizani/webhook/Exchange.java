package org.mizani.webhook;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.time.InstantSource;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;

/**
 * Request and response of one attempt. The status decides; the body is read up to a limit, to keep
 * the connection usable. The exchange ends exactly once, and closes its connection unless the
 * response was complete.
 */
final class Exchange {

  private final int responseBytes;
  private final InstantSource clock;
  private final Promise<AttemptOutcome> outcome = Promise.promise();
  // Written on the connection's event loop, read on that of the timer.
  private volatile HttpClientRequest request;
  private volatile Answered answer;
  private int received;

  Exchange(int responseBytes, InstantSource clock) {
    this.responseBytes = responseBytes;
    this.clock = clock;
  }

  /** The outcome; never fails. */
  Future<AttemptOutcome> outcome() {
    return outcome.future();
  }

  /**
   * Sends the request, unless the attempt has timed out already.
   *
   * @return fails if the connection ends, or cannot be used, before the answer begins
   */
  Future<Void> begin(HttpClientRequest connected, Buffer body) {
    request = connected;
    if (outcome.future().isComplete()) {
      connected.reset();
      return Future.succeededFuture();
    }
    Promise<Void> begun = Promise.promise();
    // Listened to before anything is sent: this may be another thread than the connection's, and an
    // answer that has ended meanwhile cannot be read any more.
    connected.response().map(this::read).onSuccess(begun::tryComplete).onFailure(begun::tryFail);
    connected.end(body).onFailure(begun::tryFail);
    return begun.future();
  }

  /** Ends the exchange; without a status it has failed. */
  void timeOut() {
    end(Unanswered.TIMED_OUT);
    abort();
  }

  void fail(Throwable failure) {
    end(Unanswered.because(failure));
  }

  private Void read(HttpClientResponse response) {
    answer =
        Answered.of(
            response.statusCode(), response.getHeader(HttpHeaders.RETRY_AFTER), clock.instant());
    response.handler(this::discard);
    response.exceptionHandler(this::fail);
    response.endHandler(ended -> end(answer));
    return null;
  }

  private void discard(Buffer chunk) {
    received += chunk.length();
    if (received > responseBytes) {
      end(answer);
      abort();
    }
  }

  private void end(AttemptOutcome unlessAnswered) {
    Answered answered = answer;
    outcome.tryComplete(answered != null ? answered : unlessAnswered);
  }

  private void abort() {
    HttpClientRequest begun = request;
    if (begun != null) {
      begun.reset();
    }
  }
}
