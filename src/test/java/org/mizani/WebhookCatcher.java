package org.mizani;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A receiver that takes every webhook in. */
final class WebhookCatcher implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 20;
  private static final int NO_BODY = -1;

  /** What came; header names are lower-case. */
  record Caught(Map<String, String> headers, JsonNode body) {}

  private final HttpServer server;
  private final BlockingQueue<Caught> caught = new LinkedBlockingQueue<>();

  WebhookCatcher() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/payments";
  }

  Caught await() throws InterruptedException {
    Caught first = caught.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (first == null) {
      throw new AssertionError("no webhook within " + PATIENCE_SECONDS + " seconds");
    }
    return first;
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    caught.add(new Caught(headers, ContractDocument.parse(body)));
    exchange.sendResponseHeaders(200, NO_BODY);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
