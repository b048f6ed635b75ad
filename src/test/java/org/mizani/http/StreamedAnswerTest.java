package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mizani.support.LoggedLines;
import org.mizani.support.Stub;

/** Ends of a streamed answer: whole, before its first piece, and half-way. */
class StreamedAnswerTest {

  private static final byte[] PIECE = {'a'};

  private final List<Object> written = new ArrayList<>();
  private final AtomicInteger resets = new AtomicInteger();
  private int taken = Integer.MAX_VALUE;

  private final HttpServerResponse response =
      Stub.of(
          HttpServerResponse.class,
          Map.of(
              "headWritten", nothing -> !written.isEmpty(),
              "setChunked", chunked -> null,
              "putHeader", header -> null,
              "write", piece -> write(piece[0]),
              "reset", nothing -> resets.incrementAndGet() > 0));

  private final RoutingContext exchange =
      Stub.of(
          RoutingContext.class,
          Map.of(
              "response", nothing -> response,
              "request",
                  nothing ->
                      Stub.of(HttpServerRequest.class, Map.of("getHeader", name -> "request-7"))));

  @Test
  void writesEachPiece() {
    write(Multi.createFrom().items(PIECE, PIECE));

    assertThat(written).hasSize(2);
    assertThat(resets).hasValue(0);
  }

  @Test
  void aFailureBeforeTheFirstPieceFailsTheRequest() {
    Multi<byte[]> pieces = Multi.createFrom().failure(new IllegalStateException("no statement"));

    assertThatThrownBy(() -> write(pieces)).hasMessage("no statement");
    assertThat(resets).hasValue(0);
  }

  @Test
  void aLaterFailureIsAnErrorAndCutsTheAnswer() {
    try (LoggedLines log = LoggedLines.listen()) {
      write(pieceThen(new IllegalStateException("half a statement")));

      assertThat(resets).hasValue(1);
      assertThat(log.text()).contains("request request-7 failed half-way and was cut off");
    }
  }

  @Test
  void aLaterOutageOfTheDatabaseIsNoErrorOfOurs() {
    try (LoggedLines log = LoggedLines.listen()) {
      write(pieceThen(new PgException("shutting down", "FATAL", "57P01", "")));

      assertThat(resets).hasValue(1);
      assertThat(log.text())
          .contains("request request-7: cut off, database unavailable:", "57P01")
          .doesNotContain("failed half-way");
    }
  }

  @Test
  void aCallerThatHangsUpIsAskedForNoFurtherPieceAndNotReported() {
    taken = 1;
    AtomicInteger made = new AtomicInteger();
    try (LoggedLines log = LoggedLines.listen()) {
      write(Multi.createFrom().items(PIECE, PIECE, PIECE).invoke(made::incrementAndGet));

      assertThat(made).hasValue(2);
      assertThat(resets).hasValue(1);
      assertThat(log.text()).doesNotContain("request-7");
    }
  }

  private static Multi<byte[]> pieceThen(Throwable failure) {
    return Multi.createBy()
        .concatenating()
        .streams(Multi.createFrom().item(PIECE), Multi.createFrom().failure(failure));
  }

  private void write(Multi<byte[]> pieces) {
    Uni<Void> answer = StreamedAnswer.write(exchange, "text/csv", pieces);
    answer.await().atMost(PATIENCE);
  }

  private Future<Void> write(Object piece) {
    if (written.size() >= taken) {
      return Future.failedFuture(new IOException("Broken pipe"));
    }
    written.add(piece);
    return Future.succeededFuture();
  }
}
