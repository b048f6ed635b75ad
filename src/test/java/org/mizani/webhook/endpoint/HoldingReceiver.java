package org.mizani.webhook.endpoint;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** A receiver on loopback that holds one answer until a test gives it; others are 200 at once. */
final class HoldingReceiver implements AutoCloseable {

  /** An event of a payout as it came. */
  record Arrival(UUID payout, boolean ofReturn, boolean ofRelease) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean holdsNext = new AtomicBoolean();
  private final CompletableFuture<Integer> held = new CompletableFuture<>();
  private volatile Predicate<Arrival> refused = arrival -> false;

  private HoldingReceiver(HttpServer server) {
    this.server = server;
  }

  /** Begins to listen on any free port. */
  static HoldingReceiver listen() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HoldingReceiver receiver = new HoldingReceiver(HttpServer.create(any, 0));
    receiver.server.createContext("/", receiver::take);
    receiver.server.setExecutor(receiver.threads);
    receiver.server.start();
    return receiver;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/events";
  }

  /** Holds the answer to the event that comes next. */
  void holdNext() {
    holdsNext.set(true);
  }

  /** Gives the answer that is held. */
  void answerHeld(int status) {
    held.complete(status);
  }

  /** Answers 503 to these events from now on. */
  void refuses(Predicate<Arrival> some) {
    refused = some;
  }

  /** The events of a payout that have arrived, in their order. */
  List<Arrival> of(UUID payout) {
    return arrivals.stream().filter(one -> one.payout().equals(payout)).toList();
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readAllBytes();
    JsonObject body = new JsonObject(new String(bytes, StandardCharsets.UTF_8));
    Arrival arrival =
        new Arrival(
            UUID.fromString(body.getString("serviceReference")),
            body.containsKey("returnedAmount"),
            body.containsKey("event"));
    boolean holds = holdsNext.compareAndSet(true, false);
    arrivals.add(arrival);
    int status = holds ? held.join() : refused.test(arrival) ? 503 : 200;
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  @Override
  public void close() {
    held.complete(503);
    server.stop(0);
    threads.shutdown();
  }
}
