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

/** A source of rates; it does what a test wishes. */
final class RateServer implements AutoCloseable {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> asked = new CopyOnWriteArrayList<>();
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

  /** Where it is asked. */
  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/latest");
  }

  private void handle(HttpExchange exchange) throws IOException {
    asked.add(
        "%s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange.getRequestHeaders().getFirst("Authorization")));
    try (exchange) {
      behaviour.handle(exchange);
    }
  }

  /** From now on it does this. */
  void does(HttpHandler next) {
    behaviour = next;
  }

  /** The requests that came: method, URI, Authorization. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  void forget() {
    asked.clear();
  }

  static HttpHandler answer(int status, String body) {
    return exchange -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  /** Never answers. */
  static HttpHandler hanging() {
    return exchange -> {
      while (isOpen()) {
        LockSupport.park();
      }
    };
  }

  /** Sends one byte after the other, and is never done. */
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

  /** A server that closes interrupts its threads. */
  private static boolean isOpen() {
    return !Thread.currentThread().isInterrupted();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
