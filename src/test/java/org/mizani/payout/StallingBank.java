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
 * A bank that pays each submission that arrives, whether it has paid its reference before or not,
 * and a network before it that holds the first submission of a reference until a test lets it
 * arrive.
 */
final class StallingBank implements AutoCloseable {

  private static final String PATH = "/payments/";

  /** What happened to the submissions and questions of one reference. */
  static final class Story {

    private final AtomicInteger submissions = new AtomicInteger();
    private final AtomicInteger paid = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger notFound = new AtomicInteger();
    private volatile HttpExchange held;
    private volatile Duration heldFor = Duration.ZERO;

    /** Lets the first submission have been on its way for this much longer. */
    void hold(Duration longer) {
      heldFor = heldFor.plus(longer);
    }

    /** How often it was submitted, arrived or not. */
    int submissions() {
      return submissions.get();
    }

    /** How often it was paid. */
    int paid() {
      return paid.get();
    }

    /** How often a submission arrived that was not valid any more. */
    int refused() {
      return refused.get();
    }

    /** How often the service was told that the bank has never heard of it. */
    int notFound() {
      return notFound.get();
    }
  }

  private final Map<String, Story> stories = new ConcurrentHashMap<>();
  private final HttpServer server;

  StallingBank() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(PATH, this::handle);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  Story about(String reference) {
    return stories.computeIfAbsent(reference, unknown -> new Story());
  }

  /** The first submission of this reference arrives now. */
  void letArrive(String reference) {
    Story story = about(reference);
    arrive(story, story.held, Instant.now().plus(story.heldFor));
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    Story story = about(exchange.getRequestURI().getPath().substring(PATH.length()));
    exchange.getRequestBody().readAllBytes();
    if (!exchange.getRequestMethod().equals("PUT")) {
      tell(story, exchange);
    } else if (story.held == null) {
      story.held = exchange;
      story.submissions.incrementAndGet();
    } else {
      story.submissions.incrementAndGet();
      arrive(story, exchange, Instant.now());
    }
  }

  private static void tell(Story story, HttpExchange exchange) {
    if (story.paid() == 0) {
      story.notFound.incrementAndGet();
      answer(exchange, 404, "{}");
    } else {
      answer(exchange, 200, "{\"status\":\"PAID\"}");
    }
  }

  private static void arrive(Story story, HttpExchange exchange, Instant at) {
    if (FaultyBankRail.isOver(exchange.getRequestHeaders(), at)) {
      story.refused.incrementAndGet();
      answer(exchange, 410, "too late");
    } else {
      story.paid.incrementAndGet();
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
