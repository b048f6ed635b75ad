package org.mizani.payout;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Screening service on loopback that answers as a test has set it. */
public final class ScreeningStandIn implements AutoCloseable {

  /** Request as it came. */
  record Received(String target, Map<String, List<String>> headers, String body) {

    String header(String name) {
      return headers.getOrDefault(name, List.of("")).get(0);
    }
  }

  /** Answer; without one the request waits until the stand-in is closed. */
  record Answer(int status, String body) {}

  static final Answer NONE = new Answer(0, "");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private volatile Function<String, Answer> answers =
      body -> new Answer(200, "{\"decision\":\"allow\"}");

  private ScreeningStandIn(HttpServer server) {
    this.server = server;
  }

  /** Begins to listen at the port of this URL. */
  public static ScreeningStandIn at(URI url) {
    try {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), url.getPort());
      ScreeningStandIn standIn = new ScreeningStandIn(HttpServer.create(address, 0));
      standIn.server.createContext("/", standIn::take);
      standIn.server.setExecutor(standIn.threads);
      standIn.server.start();
      return standIn;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Decides so from now on. */
  public void decides(String decision, String reason) {
    answers(new Answer(200, "{\"decision\":\"%s\",\"reason\":\"%s\"}".formatted(decision, reason)));
  }

  void answers(Answer next) {
    answers = body -> next;
  }

  /** Decides about the requests whose body has this text; about others it decides as before. */
  public void decidesAbout(String text, String decision) {
    Function<String, Answer> others = answers;
    Answer own = new Answer(200, "{\"decision\":\"%s\"}".formatted(decision));
    answers = body -> body.contains(text) ? own : others.apply(body);
  }

  /** Answers each request once the test completes this. */
  CompletableFuture<Answer> answersLater() {
    CompletableFuture<Answer> later = new CompletableFuture<>();
    answers = body -> later.join();
    return later;
  }

  /** The requests about this payout, in their order. */
  List<Received> about(String serviceReference) {
    return received.stream().filter(request -> request.body().contains(serviceReference)).toList();
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Function<String, Answer> asSet = answers;
    received.add(
        new Received(
            exchange.getRequestURI().toString(), Map.copyOf(exchange.getRequestHeaders()), body));
    Answer given = asSet.apply(body);
    if (given == NONE) {
      awaitClosing();
      exchange.close();
      return;
    }
    exchange.getResponseHeaders().add("Location", "/allow");
    byte[] bytes = given.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(given.status(), bytes.length == 0 ? -1 : bytes.length);
    try (exchange) {
      exchange.getResponseBody().write(bytes);
    }
  }

  private void awaitClosing() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
