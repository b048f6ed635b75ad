package org.mizani.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
 * look-up in between, so the addresses that it judges are the right ones: all of a receiver's must
 * be {@link AllowedAddresses}.
 *
 * <p>A look-up cannot be broken off. Names that resolved the last time have threads of their own,
 * so that those whose servers never answer, however many, hold up nobody but each other.
 */
@Singleton
class ReceiverAddresses {

  /** Finds all addresses of a name, at least one, and blocks meanwhile. */
  public interface Resolver {
    InetAddress[] resolve(String name) throws UnknownHostException;
  }

  private final Resolver resolver;
  private final WorkerExecutor lookups;
  private final WorkerExecutor lookupsOfKnown;
  private final Cache<String, Boolean> known;
  // A name whose server does not answer holds one thread, not one for each of its deliveries.
  private final ConcurrentMap<String, Future<List<InetAddress>>> underWay =
      new ConcurrentHashMap<>();

  private final AllowedAddresses allowed;

  @Inject
  ReceiverAddresses(Vertx vertx, WebhookConfig config, ServiceConfig service) {
    this(vertx, config, service.environment());
  }

  ReceiverAddresses(Vertx vertx, WebhookConfig config, ServiceEnvironment environment) {
    this(vertx, config, environment, InetAddress::getAllByName);
  }

  ReceiverAddresses(
      Vertx vertx, WebhookConfig config, ServiceEnvironment environment, Resolver resolver) {
    this.resolver = resolver;
    this.allowed = AllowedAddresses.in(environment, config);
    this.lookups = vertx.createSharedWorkerExecutor("webhook-lookup", config.http().lookups());
    this.lookupsOfKnown =
        vertx.createSharedWorkerExecutor("webhook-lookup-known", config.http().lookups());
    this.known = Caffeine.newBuilder().maximumSize(config.http().knownNames()).build();
  }

  /**
   * The addresses of a receiver in the order in which to try them, at least one; fails with {@link
   * UnknownHostException} or {@link NotPublicException}.
   */
  Future<List<InetAddress>> of(CallbackUrl url) {
    String name = url.hostName();
    Future<List<InetAddress>> lookup = underWay.computeIfAbsent(name, this::begin);
    return lookup.onComplete(ended -> underWay.remove(name, lookup));
  }

  private Future<List<InetAddress>> begin(String name) {
    // It is known again once it has resolved.
    boolean resolvedLast = known.asMap().remove(name) != null;
    WorkerExecutor threads = resolvedLast ? lookupsOfKnown : lookups;
    return threads
        .executeBlocking(() -> resolve(name), false)
        .onSuccess(found -> known.put(name, true));
  }

  private List<InetAddress> resolve(String name) throws UnknownHostException, NotPublicException {
    List<InetAddress> found = List.of(resolver.resolve(name));
    if (!found.stream().allMatch(allowed::contain)) {
      throw new NotPublicException();
    }
    return found;
  }

  @PreDestroy
  void close() {
    lookups.close();
    lookupsOfKnown.close();
  }
}
