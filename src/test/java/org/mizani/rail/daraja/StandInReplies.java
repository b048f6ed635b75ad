package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Answers of the stand-in's gateway: JSON, pages, and answers with a late last byte. */
final class StandInReplies {

  private static final String PAGE = "<html><body>Welcome</body></html>";

  private StandInReplies() {}

  static void json(HttpExchange exchange, int status, ObjectNode body) {
    send(exchange, status, "application/json", body.toString());
  }

  static void page(HttpExchange exchange, int status) {
    send(exchange, status, "text/html", PAGE);
  }

  /**
   * Sends all bytes but the last.
   *
   * @return task that sends the last byte
   */
  static Runnable slowly(HttpExchange exchange, ObjectNode body) {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    try {
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      OutputStream out = exchange.getResponseBody();
      out.write(bytes, 0, bytes.length - 1);
      out.flush();
    } catch (IOException e) {
      exchange.close();
    }
    return () -> finish(exchange, bytes[bytes.length - 1]);
  }

  private static void finish(HttpExchange exchange, byte last) {
    try (exchange) {
      exchange.getResponseBody().write(last);
    } catch (IOException e) {
      // The client did not wait.
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().add("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      // The client has gone.
    }
  }
}
