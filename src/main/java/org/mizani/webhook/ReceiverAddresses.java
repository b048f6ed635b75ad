package org.mizani.webhook;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Resolves receivers' names: the one place that does. What it answers is what is connected to,
 * without a second look-up in between, so whoever judges addresses judges the right ones here.
 */
@Singleton
class ReceiverAddresses {

  private final WorkerExecutor lookups;
  // A name whose server does not answer holds one thread, not one for each of its deliveries.
  private final ConcurrentMap<String, Future<List<InetAddress>>> underWay =
      new ConcurrentHashMap<>();

  ReceiverAddresses(Vertx vertx, WebhookConfig config) {
    this.lookups = vertx.createSharedWorkerExecutor("webhook-lookup", config.http().lookups());
  }

  /**
   * The addresses of a receiver in the order in which to try them, at least one; fails with {@link
   * java.net.UnknownHostException}.
   */
  Future<List<InetAddress>> of(CallbackUrl url) {
    String name = url.hostName();
    Future<List<InetAddress>> lookup =
        underWay.computeIfAbsent(
            name,
            absent ->
                lookups.executeBlocking(() -> List.of(InetAddress.getAllByName(absent)), false));
    return lookup.onComplete(ended -> underWay.remove(name, lookup));
  }

  @PreDestroy
  void close() {
    lookups.close();
  }
}
