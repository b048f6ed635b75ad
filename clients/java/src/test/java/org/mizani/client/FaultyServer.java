package org.mizani.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on the way to the service that spoils requests, one after the other. */
final class FaultyServer implements AutoCloseable {

  /** LOST and SILENT requests reach the service, and their answer is not sent; others do not. */
  enum Fault {
    LOST,
    SILENT,
    RESET,
    BUSY,
    STALE,
    PASS
  }

  record Seen(String path, String idempotencyKey, String body) {}

  private static final List<String> HEADERS =
      List.of("Authorization", "Content-Type", "Idempotency-Key");

  final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient onward = HttpClient.newHttpClient();
  private final HttpServer server;
  private final String target;

  FaultyServer(String target) throws IOException {
    this.target = target;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** For the next requests, one each; tokens and all further ones pass. */
  void spoil(Fault... next) {
    faults.addAll(List.of(next));
  }

  List<String> paths() {
    return seen.stream().map(Seen::path).toList();
  }

  List<Seen> sent(String path) {
    return seen.stream().filter(each -> each.path().equals(path)).toList();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void take(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    byte[] body = exchange.getRequestBody().readAllBytes();
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    seen.add(new Seen(path, key, new String(body, StandardCharsets.UTF_8)));
    Fault fault = path.equals("/business/auth") ? null : faults.poll();
    switch (fault == null ? Fault.PASS : fault) {
      case RESET -> exchange.close();
      case BUSY -> {
        exchange.getResponseHeaders().add("Retry-After", "7");
        exchange.getResponseHeaders().add("X-Request-Id", "busy-1");
        refuse(exchange, 503, "unavailable");
      }
      case STALE -> refuse(exchange, 401, "token_expired");
      case LOST -> {
        pass(exchange, path, body);
        exchange.close();
      }
      // The client gives up, and the exchange ends with the server.
      case SILENT -> pass(exchange, path, body);
      case PASS -> answer(exchange, pass(exchange, path, body));
    }
  }

  private HttpResponse<byte[]> pass(HttpExchange exchange, String path, byte[] body)
      throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target + path));
    for (String name : HEADERS) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    request.method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    try {
      return onward.send(request.build(), BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer)
      throws IOException {
    answer.headers().map().entrySet().stream()
        .filter(header -> header.getKey().startsWith("x-") || header.getKey().equals("retry-after"))
        .forEach(header -> exchange.getResponseHeaders().put(header.getKey(), header.getValue()));
    exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
    exchange.getResponseBody().write(answer.body());
    exchange.close();
  }

  private static void refuse(HttpExchange exchange, int status, String code) throws IOException {
    exchange.getResponseHeaders().add("X-Error-Code", code);
    byte[] body = "{\"code\":0,\"error\":\"refused\"}".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
