package org.mizani.webhook.address;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/**
 * DNS resolver of the receivers' names for attempts. An attempt connects to the addresses in the
 * answer without a second look-up, so the verdict holds: all of them must be {@link
 * AllowedAddresses}.
 *
 * <p>A look-up cannot be interrupted. Names that resolved the last time have threads of their own,
 * and businesses take turns, so name servers that never answer, however many, delay only each
 * other.
 */
@Singleton
public final class ReceiverAddresses {

  /** Blocking look-up of all addresses of a name, at least one. */
  @FunctionalInterface
  public interface Resolver {
    InetAddress[] resolve(String name) throws UnknownHostException;
  }

  /** An address of the receiver is not allowed. */
  public static final class NotPublicException extends IOException {

    private static final long serialVersionUID = 1L;

    NotPublicException() {
      super("the address is not public");
    }
  }

  /** Look-ups of a business that wait. */
  private static final int MOST_WAITING = 256;

  private final Resolver resolver;
  private final AllowedAddresses allowed;
  private final WorkerExecutor lookups;
  private final WorkerExecutor lookupsOfKnown;
  private final LookupTurns turns;
  private final LookupTurns turnsOfKnown;
  private final Cache<Lookup, Boolean> known;
  // A name whose server does not answer holds one thread, not one for each of its deliveries.
  private final ConcurrentMap<Lookup, Future<List<InetAddress>>> underWay =
      new ConcurrentHashMap<>();

  /** Look-up of a name for a business: another one's does not wait for its turn. */
  private record Lookup(long businessId, String name) {}

  @Inject
  ReceiverAddresses(Vertx vertx, AddressConfig config, ServiceConfig service) {
    this(vertx, config, service.environment(), InetAddress::getAllByName);
  }

  /** For tests, with a resolver of their own. */
  public ReceiverAddresses(
      Vertx vertx, AddressConfig config, ServiceEnvironment environment, Resolver resolver) {
    this.resolver = resolver;
    this.allowed = new AllowedAddresses(environment, config);
    this.lookups = vertx.createSharedWorkerExecutor("webhook-lookup", config.attempts().lookups());
    this.lookupsOfKnown =
        vertx.createSharedWorkerExecutor("webhook-lookup-known", config.attempts().lookups());
    this.turns = new LookupTurns(config.attempts().lookups(), MOST_WAITING);
    this.turnsOfKnown = new LookupTurns(config.attempts().lookups(), MOST_WAITING);
    this.known = Caffeine.newBuilder().maximumSize(config.attempts().knownNames()).build();
  }

  /**
   * Resolves the name of a business's receiver to its addresses, at least one, in the order in
   * which to try them. Fails with {@link UnknownHostException} or {@link NotPublicException}.
   */
  public Future<List<InetAddress>> of(long businessId, CallbackUrl url) {
    Lookup key = new Lookup(businessId, url.hostName());
    Promise<List<InetAddress>> own = Promise.promise();
    Future<List<InetAddress>> lookup = underWay.putIfAbsent(key, own.future());
    if (lookup != null) {
      return lookup;
    }
    begin(key)
        .onComplete(
            ended -> {
              underWay.remove(key);
              own.handle(ended);
            });
    return own.future();
  }

  private Future<List<InetAddress>> begin(Lookup key) {
    boolean resolvedLast = known.asMap().remove(key) != null;
    WorkerExecutor threads = resolvedLast ? lookupsOfKnown : lookups;
    return (resolvedLast ? turnsOfKnown : turns)
        .take(key.businessId(), () -> threads.executeBlocking(() -> resolve(key.name()), false))
        .onSuccess(found -> known.put(key, true));
  }

  private List<InetAddress> resolve(String name) throws UnknownHostException, NotPublicException {
    List<InetAddress> found = List.of(resolver.resolve(name));
    if (!found.stream().allMatch(allowed::contain)) {
      throw new NotPublicException();
    }
    return found;
  }

  @PreDestroy
  public void close() {
    lookups.close();
    lookupsOfKnown.close();
  }
}
