package org.mizani.rail.pawapay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.mizani.rail.pawapay.StandInConduct.AnswerFault;

/** Answers of the {@link PawapayStandIn}, with the delays and faults of its conduct. */
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
   * @param then runs once the answer is sent, lost, or all but its last byte sent
   */
  void answer(HttpExchange exchange, AnswerFault fault, int status, JsonNode json, Runnable then) {
    after(
        conduct.answersAfter,
        () -> {
          if (fault == AnswerFault.SLOW_LAST_BYTE) {
            answerSlowly(exchange, status, json, then);
          } else {
            answerNow(exchange, fault, status, json);
            then.run();
          }
        });
  }

  private void after(Duration wait, Runnable task) {
    later.schedule(() -> threads.execute(task), wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  static ObjectNode failure(String code) {
    ObjectNode failure = JsonNodeFactory.instance.objectNode();
    failure.putObject("failureReason").put("failureCode", code).put("failureMessage", code);
    return failure;
  }

  private static void answerNow(
      HttpExchange exchange, AnswerFault fault, int status, JsonNode json) {
    switch (fault) {
      case LOST_BEFORE, LOST_AFTER -> exchange.close();
      case MAINTENANCE -> write(exchange, 503, "text/plain", "We will be back.");
      case LIMITED -> write(exchange, 429, "text/html", "<html><body>Slow down!</body></html>");
      case PAGE_AFTER -> write(exchange, 200, "text/html", "<html><body>Welcome!</body></html>");
      case ERROR_AFTER -> write(exchange, 500, TYPE, failure("UNKNOWN_ERROR"));
      case NONE, SLOW_LAST_BYTE -> write(exchange, status, TYPE, json);
    }
  }

  private void answerSlowly(HttpExchange exchange, int status, JsonNode json, Runnable then) {
    byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
    try {
      begin(exchange, status, TYPE, bytes, bytes.length - 1);
    } catch (IOException gone) {
      exchange.close();
    }
    then.run();
    after(conduct.lastByteAfter, () -> end(exchange, bytes, bytes.length - 1));
  }

  private static void write(HttpExchange exchange, int status, String type, Object body) {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    try {
      begin(exchange, status, type, bytes, 0);
      end(exchange, bytes, 0);
    } catch (IOException gone) {
      exchange.close();
    }
  }

  private static void begin(
      HttpExchange exchange, int status, String type, byte[] bytes, int length) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes, 0, length);
    exchange.getResponseBody().flush();
  }

  private static void end(HttpExchange exchange, byte[] bytes, int from) {
    try (exchange) {
      exchange.getResponseBody().write(bytes, from, bytes.length - from);
    } catch (IOException gone) {
      // The client has not waited.
    }
  }
}
