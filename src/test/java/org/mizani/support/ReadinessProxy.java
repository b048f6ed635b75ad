package org.mizani.support;

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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy in front of several services. It checks their readiness as an ingress does, and sends
 * each request once, in turn to the services that were ready at the last check; if there are none,
 * it waits for the first. It answers 502 if the request fails.
 */
public final class ReadinessProxy implements AutoCloseable {

  private static final int THREADS = 32;
  private static final Duration CHECK_EVERY = Duration.ofMillis(200);
  private static final List<String> PASSED_ON = List.of("Authorization", "Content-Type");

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final ScheduledExecutorService checks = Executors.newSingleThreadScheduledExecutor();
  private final List<ServiceProcess> services = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final HttpServer server;
  private volatile List<ServiceProcess> ready = List.of();

  private ReadinessProxy(HttpServer server) {
    this.server = server;
  }

  /** Begins to listen on any free port of loopback. */
  public static ReadinessProxy listen() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ReadinessProxy proxy = new ReadinessProxy(HttpServer.create(any, 0));
    proxy.server.setExecutor(proxy.threads);
    proxy.server.createContext("/", proxy::passOn);
    proxy.server.start();
    proxy.checks.scheduleWithFixedDelay(
        proxy::checkReadiness, 0, CHECK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    return proxy;
  }

  /** Adds a service, which gets requests as soon as it is ready. */
  public void add(ServiceProcess service) {
    services.add(service);
  }

  /** Removes a service that does not come back, and asks for its readiness no more. */
  public void remove(ServiceProcess service) {
    services.remove(service);
  }

  /** The services that get requests now. */
  public List<ServiceProcess> ready() {
    return ready;
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void checkReadiness() {
    ready = services.stream().filter(ServiceProcess::isReady).toList();
  }

  private void passOn(HttpExchange exchange) throws IOException {
    try (exchange) {
      // For a moment no service may be ready: then all requests wait for the first.
      List<ServiceProcess> choice = Eventually.eventually(() -> ready, found -> !found.isEmpty());
      ServiceProcess next = choice.get(Math.floorMod(turn.getAndIncrement(), choice.size()));
      HttpResponse<byte[]> answer = http.send(request(exchange, next), BodyHandlers.ofByteArray());
      exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (IOException | RuntimeException | AssertionError e) {
      refuse(exchange, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static HttpRequest request(HttpExchange exchange, ServiceProcess to) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(to.uri(exchange.getRequestURI().toString()))
            .timeout(Eventually.PATIENCE)
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    for (String name : PASSED_ON) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    return request.build();
  }

  private static void refuse(HttpExchange exchange, Throwable why) throws IOException {
    byte[] body = ("{\"proxy\":\"" + why.getClass().getSimpleName() + "\"}").getBytes();
    exchange.sendResponseHeaders(502, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    checks.shutdownNow();
    server.stop(0);
    threads.shutdownNow();
  }
}
