package org.mizani.http;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.mizani.database.DatabaseOutage;
import org.mizani.log.RedactedFailure;

/**
 * Streamed answer, for answers that are too long for the memory. It is written piece by piece: the
 * next is requested once the connection has taken the one before. The framework's own streaming is
 * not used because it reports a caller that hangs up as an error.
 */
public final class StreamedAnswer {

  private static final Logger LOG = Logger.getLogger(StreamedAnswer.class);

  private StreamedAnswer() {}

  /** Signal that the caller closed the connection, which is not an error. */
  private static final class HungUp extends RuntimeException {
    HungUp(Throwable cause) {
      super("the caller hung up", cause, false, false);
    }
  }

  /**
   * Answers 200 with these pieces.
   *
   * <ol>
   *   <li>A failure before the first piece fails the request, as in all other operations.
   *   <li>A later failure is logged and cuts the connection, so that no caller takes a part for the
   *       whole.
   *   <li>When the caller hangs up, no further piece is requested.
   * </ol>
   *
   * @param contentType the content type of all pieces together
   */
  public static Uni<Void> write(RoutingContext exchange, String contentType, Multi<byte[]> pieces) {
    return write(exchange, contentType, pieces, Optional.empty());
  }

  /**
   * The same for a caller that takes each piece within this time: otherwise it counts as one that
   * has hung up, and its connection is closed.
   */
  public static Uni<Void> write(
      RoutingContext exchange, String contentType, Multi<byte[]> pieces, Duration patience) {
    return write(exchange, contentType, pieces, Optional.of(patience));
  }

  private static Uni<Void> write(
      RoutingContext exchange,
      String contentType,
      Multi<byte[]> pieces,
      Optional<Duration> patience) {
    HttpServerResponse response = exchange.response();
    return pieces
        .onItem()
        .transformToUniAndConcatenate(
            piece -> within(patience, taken(response, contentType, piece)))
        .onItem()
        .ignoreAsUni()
        .onFailure(failure -> response.headWritten())
        .recoverWithUni(failure -> cutOff(exchange, failure));
  }

  private static Uni<Void> within(Optional<Duration> patience, Uni<Void> taken) {
    return patience
        .map(
            longest ->
                taken
                    .ifNoItem()
                    .after(longest)
                    .failWith(() -> new HungUp(new TimeoutException("it takes no piece"))))
        .orElse(taken);
  }

  private static Uni<Void> taken(HttpServerResponse response, String contentType, byte[] piece) {
    if (!response.headWritten()) {
      response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, contentType);
    }
    return Uni.createFrom()
        .completionStage(
            () ->
                response
                    .write(Buffer.buffer(piece))
                    .recover(failure -> Future.failedFuture(new HungUp(failure)))
                    .toCompletionStage());
  }

  private static Uni<Void> cutOff(RoutingContext exchange, Throwable failure) {
    String requestId = exchange.request().getHeader(ExchangeFilter.REQUEST_ID);
    if (failure instanceof HungUp) {
      LOG.debugf(failure.getCause(), "request %s: the caller hung up", requestId);
    } else if (DatabaseOutage.isBehind(failure)) {
      LOG.warnf(
          "request %s: cut off, database unavailable: %s",
          requestId, RedactedFailure.words(failure));
    } else {
      LOG.errorf(failure, "request %s failed half-way and was cut off", requestId);
    }
    exchange.response().reset();
    return Uni.createFrom().voidItem();
  }
}
