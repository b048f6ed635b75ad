package org.mizani.payout;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.mizani.payout.FaultyBank.Fault;
import org.mizani.payout.FaultyBank.Payment;

/** HTTP server of a faulty bank, which can be shut for a while. */
final class FaultyBankServer implements AutoCloseable {

  private static final String PATH = "/payments/";
  private static final long BETWEEN_REVERSALS_MILLIS = 150;

  /**
   * More connections than any test opens at once: beyond it the kernel drops them, and tries again
   * after seconds.
   */
  private static final int BACKLOG = 1024;

  private final FaultyBank bank;
  private final long slowMillis;
  private final Map<String, Integer> requests = new ConcurrentHashMap<>();
  private final Deque<Runnable> answers = new ConcurrentLinkedDeque<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final ScheduledExecutorService later = Executors.newScheduledThreadPool(2);
  private HttpServer server;

  /**
   * @param slowMillis how long a slow answer takes
   */
  FaultyBankServer(FaultyBank bank, long slowMillis) {
    this.bank = bank;
    this.slowMillis = slowMillis;
    later.scheduleWithFixedDelay(
        this::answerInReverse,
        BETWEEN_REVERSALS_MILLIS,
        BETWEEN_REVERSALS_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  /** Starts to listen on a new port and answers the port. */
  int open() {
    try {
      server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), BACKLOG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(PATH, this::handle);
    server.start();
    return server.getAddress().getPort();
  }

  /** Stops to listen: connections break off, and new ones are refused. */
  void shut() {
    server.stop(0);
  }

  @Override
  public void close() {
    shut();
    threads.shutdownNow();
    later.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String reference = exchange.getRequestURI().getPath().substring(PATH.length());
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (exchange.getRequestMethod().equals("PUT")) {
      submit(exchange, reference, Long.parseLong(body));
    } else {
      query(exchange, reference);
    }
  }

  private void submit(HttpExchange exchange, String reference, long minor) {
    if (FaultyBankRail.isExpired(exchange.getRequestHeaders(), Instant.now())) {
      answer(exchange, 410, "too late");
      return;
    }
    int request = requests.merge(reference, 1, Integer::sum);
    Fault fault = FaultyBank.faultOf(minor);
    if (fault == Fault.REQUEST_IS_LOST && request == 1) {
      exchange.close();
      return;
    }
    if (fault == Fault.OUT_OF_SERVICE && request <= 2) {
      answer(exchange, 503, "out of service");
      return;
    }
    Payment payment = bank.submit(reference, minor);
    switch (fault) {
      case ANSWER_IS_LOST -> exchange.close();
      case SILENT_AT_FIRST, SILENT_FOR_EVER -> {
        // The connection stays open without an answer.
      }
      case SLOW -> answerLater(exchange, payment);
      case UNREADABLE -> answer(exchange, 200, "<html><body>Welcome!</body></html>");
      case OUT_OF_ORDER -> answers.push(() -> answer(exchange, 200, json(payment)));
      case BREAKS_AFTER_PAYING -> answer(exchange, 500, "internal error");
      case DELIVERED_TWICE -> answer(exchange, 409, json(bank.submit(reference, minor)));
      case NONE, SETTLES_LATE, REQUEST_IS_LOST, OUT_OF_SERVICE ->
          answer(exchange, 200, json(payment));
    }
  }

  private void query(HttpExchange exchange, String reference) {
    Payment payment = bank.query(reference);
    if (payment == null) {
      answer(exchange, 404, "{}");
      return;
    }
    boolean first = payment.countQuery() == 1;
    Fault fault = FaultyBank.faultOf(payment.minor());
    if (fault == Fault.SILENT_FOR_EVER) {
      return;
    }
    if (fault == Fault.SLOW && first) {
      answerLater(exchange, payment);
    } else if (fault == Fault.UNREADABLE && first) {
      answer(exchange, 200, json(payment).substring(0, 12));
    } else if (fault == Fault.OUT_OF_ORDER) {
      answers.push(() -> answer(exchange, 200, json(payment)));
    } else {
      answer(exchange, 200, json(payment));
    }
  }

  private void answerLater(HttpExchange exchange, Payment payment) {
    later.schedule(() -> answer(exchange, 200, json(payment)), slowMillis, TimeUnit.MILLISECONDS);
  }

  /** Answers the held requests, the latest first. */
  private void answerInReverse() {
    for (Runnable answer = answers.poll(); answer != null; answer = answers.poll()) {
      answer.run();
    }
  }

  private static String json(Payment payment) {
    return "{\"status\":\"" + payment.status() + "\"}";
  }

  private static void answer(HttpExchange exchange, int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      // The caller has gone.
    }
  }
}
