package org.mizani.payout;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bank that pays each submission that arrives, even if it has paid the reference before, behind a
 * network that holds the first submission of a reference until a test lets it arrive.
 */
final class StallingBank implements AutoCloseable {

  private static final String PATH = "/payments/";

  /** History of the submissions and queries of one reference. */
  static final class History {

    private final AtomicInteger submissions = new AtomicInteger();
    private final AtomicInteger paid = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger notFound = new AtomicInteger();
    private volatile HttpExchange held;
    private volatile Duration heldFor = Duration.ZERO;

    /** Adds to the time that the first submission has been on its way. */
    void addDelay(Duration longer) {
      heldFor = heldFor.plus(longer);
    }

    /** The number of submissions, arrived or not. */
    int submissions() {
      return submissions.get();
    }

    /** The number of payments. */
    int paid() {
      return paid.get();
    }

    /** The number of submissions that arrived after the end of their validity. */
    int refused() {
      return refused.get();
    }

    /** The number of "not found" answers. */
    int notFound() {
      return notFound.get();
    }
  }

  private final Map<String, History> histories = new ConcurrentHashMap<>();
  private final HttpServer server;

  StallingBank() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(PATH, this::handle);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  History historyOf(String reference) {
    return histories.computeIfAbsent(reference, unknown -> new History());
  }

  /** Lets the first submission of this reference arrive now. */
  void letArrive(String reference) {
    History history = historyOf(reference);
    arrive(history, history.held, Instant.now().plus(history.heldFor));
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    History history = historyOf(exchange.getRequestURI().getPath().substring(PATH.length()));
    exchange.getRequestBody().readAllBytes();
    if (!exchange.getRequestMethod().equals("PUT")) {
      answerQuery(history, exchange);
    } else if (history.held == null) {
      history.held = exchange;
      history.submissions.incrementAndGet();
    } else {
      history.submissions.incrementAndGet();
      arrive(history, exchange, Instant.now());
    }
  }

  private static void answerQuery(History history, HttpExchange exchange) {
    if (history.paid() == 0) {
      history.notFound.incrementAndGet();
      answer(exchange, 404, "{}");
    } else {
      answer(exchange, 200, "{\"status\":\"PAID\"}");
    }
  }

  private static void arrive(History history, HttpExchange exchange, Instant at) {
    if (FaultyBankRail.isExpired(exchange.getRequestHeaders(), at)) {
      history.refused.incrementAndGet();
      answer(exchange, 410, "too late");
    } else {
      history.paid.incrementAndGet();
      answer(exchange, 200, "{\"status\":\"PAID\"}");
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      // The caller has given up.
    }
  }
}
