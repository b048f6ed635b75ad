package org.mizani.http;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import org.jboss.logging.Logger;
import org.mizani.database.DatabaseOutage;
import org.mizani.log.RedactedFailure;

/**
 * Writes an answer that is too long for the memory, a piece at a time: the next is asked for once
 * the connection has taken the one before. The framework's own way of streaming reports every
 * caller who hangs up as an error.
 */
public final class StreamedAnswer {

  private static final Logger LOG = Logger.getLogger(StreamedAnswer.class);

  private StreamedAnswer() {}

  /** The caller does not take any more; no error of anybody. */
  private static final class HungUp extends RuntimeException {
    HungUp(Throwable cause) {
      super("the caller hung up", cause, false, false);
    }
  }

  /**
   * Answers 200 with these pieces.
   *
   * <ol>
   *   <li>What fails before the first piece fails the request, as anywhere else.
   *   <li>What fails later is logged, and the connection is cut: nobody takes a part for the whole.
   *   <li>When the caller hangs up, no further piece is asked for.
   * </ol>
   *
   * @param contentType of all pieces together
   */
  public static Uni<Void> write(RoutingContext exchange, String contentType, Multi<byte[]> pieces) {
    HttpServerResponse response = exchange.response();
    return pieces
        .onItem()
        .transformToUniAndConcatenate(piece -> taken(response, contentType, piece))
        .onItem()
        .ignoreAsUni()
        .onFailure(failure -> response.headWritten())
        .recoverWithUni(failure -> cutOff(exchange, failure));
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
    String requestId = exchange.request().getHeader(RequestId.HEADER);
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
