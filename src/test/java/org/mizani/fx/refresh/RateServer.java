package org.mizani.fx.refresh;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Server of exchange rates for tests, which set its answers. */
final class RateServer implements AutoCloseable {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile HttpHandler behaviour = answer(500, "");

  private RateServer(HttpServer server) {
    this.server = server;
  }

  /** Begins to listen. */
  static RateServer listen() throws IOException {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", 0);
    RateServer rates = new RateServer(HttpServer.create(address, 0));
    rates.server.setExecutor(rates.threads);
    rates.server.createContext("/", rates::handle);
    rates.server.start();
    return rates;
  }

  /** Returns the URL of the rates. */
  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/latest");
  }

  private void handle(HttpExchange exchange) throws IOException {
    received.add(
        "%s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange.getRequestHeaders().getFirst("Authorization")));
    try (exchange) {
      behaviour.handle(exchange);
    }
  }

  /** Sets the handler of all requests from now on. */
  void respondWith(HttpHandler next) {
    behaviour = next;
  }

  /** Returns the requests so far, each as method, URI and Authorization header. */
  List<String> requests() {
    return List.copyOf(received);
  }

  /** Forgets the requests so far. */
  void clearRequests() {
    received.clear();
  }

  /** Returns a handler that answers with this status and body. */
  static HttpHandler answer(int status, String body) {
    return exchange -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  /** Returns a handler that never answers. */
  static HttpHandler hanging() {
    return exchange -> {
      while (isOpen()) {
        LockSupport.park();
      }
    };
  }

  /** Returns a handler that sends byte after byte and never ends. */
  static HttpHandler trickling() {
    return exchange -> {
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      while (isOpen()) {
        out.write(' ');
        out.flush();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    };
  }

  /** Returns false once the server is closed, which interrupts its threads. */
  private static boolean isOpen() {
    return !Thread.currentThread().isInterrupted();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
