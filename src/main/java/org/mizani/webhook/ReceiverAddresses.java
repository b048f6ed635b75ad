package org.mizani.webhook;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.mizani.business.ServiceConfig;
import org.mizani.business.ServiceEnvironment;

/**
 * Resolves receivers' names for attempts. What it answers is what is connected to, without a second
 * look-up in between, so the addresses that it judges are the right ones: in production all of a
 * receiver's must be public.
 */
@Singleton
class ReceiverAddresses {

  private final WorkerExecutor lookups;
  // A name whose server does not answer holds one thread, not one for each of its deliveries.
  private final ConcurrentMap<String, Future<List<InetAddress>>> underWay =
      new ConcurrentHashMap<>();

  private final boolean publicOnly;

  @Inject
  ReceiverAddresses(Vertx vertx, WebhookConfig config, ServiceConfig service) {
    this(vertx, config, service.environment());
  }

  ReceiverAddresses(Vertx vertx, WebhookConfig config, ServiceEnvironment environment) {
    this.publicOnly = environment == ServiceEnvironment.PRODUCTION;
    this.lookups = vertx.createSharedWorkerExecutor("webhook-lookup", config.http().lookups());
  }

  /**
   * The addresses of a receiver in the order in which to try them, at least one; fails with {@link
   * UnknownHostException} or {@link NotPublicException}.
   */
  Future<List<InetAddress>> of(CallbackUrl url) {
    String name = url.hostName();
    Future<List<InetAddress>> lookup =
        underWay.computeIfAbsent(
            name, absent -> lookups.executeBlocking(() -> resolve(absent), false));
    return lookup.onComplete(ended -> underWay.remove(name, lookup));
  }

  private List<InetAddress> resolve(String name) throws UnknownHostException, NotPublicException {
    List<InetAddress> found = List.of(InetAddress.getAllByName(name));
    if (publicOnly && !found.stream().allMatch(PublicAddresses::contain)) {
      throw new NotPublicException();
    }
    return found;
  }

  @PreDestroy
  void close() {
    lookups.close();
  }
}
