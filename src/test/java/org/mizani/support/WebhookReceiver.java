package org.mizani.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A partner's receiver of webhooks on loopback; it answers 200 unless a test changes that. */
public final class WebhookReceiver implements AutoCloseable {

  /** A webhook as it came. */
  public record Received(String path, HttpHeaders headers, String body) {

    /** The first value of a header, {@code ""} if it did not come. */
    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    /** The first value of each header; the names are lower-case. */
    public Map<String, String> firstHeaders() {
      Map<String, String> first = new TreeMap<>();
      headers
          .map()
          .forEach((name, values) -> first.put(name.toLowerCase(Locale.ROOT), values.get(0)));
      return first;
    }
  }

  private final HttpServer server;
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private volatile int status = 200;

  private WebhookReceiver(HttpServer server) {
    this.server = server;
  }

  /** Begins to listen on any free port. */
  public static WebhookReceiver listen() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    WebhookReceiver receiver = new WebhookReceiver(HttpServer.create(any, 0));
    receiver.server.createContext("/", receiver::take);
    receiver.server.start();
    return receiver;
  }

  /** Its URL, with the path {@code /payouts}. */
  public String url() {
    return url("/payouts");
  }

  /** Its URL with this path. */
  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** Sets the status of its answers from now on. */
  public void answers(int next) {
    status = next;
  }

  /** The webhooks that have arrived, in their order. */
  public List<Received> received() {
    return List.copyOf(received);
  }

  /** The bodies that have arrived, in their order. */
  public List<String> bodies() {
    return received.stream().map(Received::body).toList();
  }

  /** The webhooks that have arrived at this path, in their order. */
  public List<Received> at(String path) {
    return received.stream().filter(one -> one.path().equals(path)).toList();
  }

  private void take(HttpExchange exchange) throws IOException {
    received.add(
        new Received(
            exchange.getRequestURI().getPath(),
            HttpHeaders.of(exchange.getRequestHeaders(), (name, value) -> true),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
