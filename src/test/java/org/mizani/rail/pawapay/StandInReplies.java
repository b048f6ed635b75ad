package org.mizani.rail.pawapay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.mizani.rail.pawapay.StandInConduct.AnswerFault;

/** Answers of the {@link PawapayStandIn}, late and faulty as its conduct has it. */
final class StandInReplies {

  private static final String TYPE = "application/json";

  private final StandInConduct conduct;
  private final ExecutorService threads;
  private final ScheduledExecutorService later;

  StandInReplies(StandInConduct conduct, ExecutorService threads, ScheduledExecutorService later) {
    this.conduct = conduct;
    this.threads = threads;
    this.later = later;
  }

  /** Answers without a fault. */
  void answer(HttpExchange exchange, int status, JsonNode json) {
    answer(exchange, AnswerFault.NONE, status, json, () -> {});
  }

  /**
   * Answers with a fault.
   *
   * @param then runs once the answer is sent, or lost
   */
  void answer(HttpExchange exchange, AnswerFault fault, int status, JsonNode json, Runnable then) {
    Runnable answer =
        () -> {
          answerNow(exchange, fault, status, json);
          then.run();
        };
    later.schedule(
        () -> threads.execute(answer), conduct.answersAfter.toMillis(), TimeUnit.MILLISECONDS);
  }

  static ObjectNode failure(String code) {
    ObjectNode failure = JsonNodeFactory.instance.objectNode();
    failure.putObject("failureReason").put("failureCode", code).put("failureMessage", code);
    return failure;
  }

  private void answerNow(HttpExchange exchange, AnswerFault fault, int status, JsonNode json) {
    switch (fault) {
      case LOST_BEFORE, LOST_AFTER -> exchange.close();
      case MAINTENANCE -> write(exchange, 503, "text/plain", "We will be back.", Duration.ZERO);
      case PAGE_AFTER ->
          write(exchange, 200, "text/html", "<html><body>Welcome!</body></html>", Duration.ZERO);
      case ERROR_AFTER -> write(exchange, 500, TYPE, failure("UNKNOWN_ERROR"), Duration.ZERO);
      case SLOW_LAST_BYTE -> write(exchange, status, TYPE, json, conduct.lastByteAfter);
      case NONE -> write(exchange, status, TYPE, json, Duration.ZERO);
    }
  }

  private static void write(
      HttpExchange exchange, int status, String type, Object body, Duration beforeLastByte) {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length);
      OutputStream out = exchange.getResponseBody();
      out.write(bytes, 0, bytes.length - 1);
      out.flush();
      Thread.sleep(beforeLastByte.toMillis());
      out.write(bytes, bytes.length - 1, 1);
    } catch (IOException gone) {
      // The client has not waited.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
