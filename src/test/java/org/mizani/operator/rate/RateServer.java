package org.mizani.operator.rate;

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

/** A source of rates at the address that the service asks; it does what a test wishes. */
final class RateServer implements AutoCloseable {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile HttpHandler behaviour = answer(500, "");

  private RateServer(HttpServer server) {
    this.server = server;
  }

  /** Begins to listen where this URL points to. */
  static RateServer at(URI url) throws IOException {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", url.getPort());
    RateServer rates = new RateServer(HttpServer.create(address, 0));
    rates.server.setExecutor(rates.threads);
    rates.server.createContext("/", rates::handle);
    rates.server.start();
    return rates;
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

  static HttpHandler hanging() {
    return exchange -> sleep(6000);
  }

  /** Sends this body byte by byte. */
  static HttpHandler trickling(String body) {
    return exchange -> {
      exchange.sendResponseHeaders(200, body.length());
      OutputStream out = exchange.getResponseBody();
      for (byte piece : body.getBytes(StandardCharsets.UTF_8)) {
        out.write(piece);
        out.flush();
        sleep(200);
      }
    };
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
