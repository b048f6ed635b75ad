package org.mizani.webhook.address;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.mizani.database.CallerContext;
import org.mizani.fault.ApiFault;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;
import org.mizani.webhook.address.ReceiverAddresses.Resolver;

/**
 * Check of callback URLs when they are registered: their hosts must be {@link AllowedAddresses}. A
 * name that does not resolve, or not in time, is accepted, because every attempt checks the address
 * that it connects to ({@link ReceiverAddresses}), and that check decides.
 */
@Singleton
public class CallbackGuard {

  private static final Uni<Void> FINE = Uni.createFrom().voidItem();

  /** Stands for the business where operators set a URL; their look-ups take turns as one. */
  private static final long OPERATORS = 0;

  private final AllowedAddresses allowed;
  private final Resolver names;
  private final AddressConfig.Registration config;
  private final ThreadPoolExecutor lookups;
  private final LookupTurns turns;
  private final AsyncCache<Lookup, Boolean> verdicts;

  /** Look-up of a name for a business: another one's does not wait for its turn. */
  private record Lookup(long businessId, String name) {}

  @Inject
  CallbackGuard(ServiceConfig service, AddressConfig config) {
    this(service.environment(), config, InetAddress::getAllByName);
  }

  CallbackGuard(ServiceEnvironment environment, AddressConfig config, Resolver names) {
    this.allowed = new AllowedAddresses(environment, config);
    this.names = names;
    this.config = config.registration();
    this.lookups = threads(this.config);
    this.turns = new LookupTurns(this.config.lookups(), this.config.waiting());
    this.verdicts =
        Caffeine.newBuilder()
            .maximumSize(this.config.cached())
            .expireAfterWrite(this.config.age())
            .buildAsync();
  }

  private static ThreadPoolExecutor threads(AddressConfig.Registration config) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            config.lookups(),
            config.lookups(),
            config.age().toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            lookup -> {
              Thread thread = new Thread(lookup, "callback-lookup");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Checks the callback URL of a business's payout or collection, within the time-out of the
   * look-up.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 400 {@code callbackUrl must point
   *     to a public address}
   */
  public Uni<Void> check(long businessId, Optional<CallbackUrl> url) {
    return check(businessId, "callbackUrl", url);
  }

  /** Checks the URL of a field that operators set, likewise. */
  public Uni<Void> check(String field, Optional<CallbackUrl> url) {
    return check(OPERATORS, field, url);
  }

  private Uni<Void> check(long businessId, String field, Optional<CallbackUrl> url) {
    if (allowed.areAll() || url.isEmpty()) {
      return FINE;
    }
    String host = url.get().hostName();
    return HostLiteral.isOf(allowed, host)
        .map(isAllowed -> Uni.createFrom().item(isAllowed))
        .orElseGet(() -> verdict(new Lookup(businessId, host)))
        .map(isAllowed -> require(field, isAllowed));
  }

  private static Void require(String field, boolean isAllowed) {
    if (!isAllowed) {
      throw ApiFault.invalid(field, "must point to a public address").asException();
    }
    return null;
  }

  /** Answers in the context of the caller: several callers may share one look-up. */
  private Uni<Boolean> verdict(Lookup lookup) {
    CompletableFuture<Boolean> verdict = verdicts.get(lookup, (key, unused) -> lookUp(key));
    Uni<Boolean> answer = Uni.createFrom().completionStage(verdict.copy());
    return verdict.isDone() ? answer : CallerContext.backTo(answer);
  }

  private CompletableFuture<Boolean> lookUp(Lookup one) {
    return turns
        .take(one.businessId(), () -> begin(one.name()))
        .otherwise(true) // too many of the business wait
        .toCompletionStage()
        .toCompletableFuture()
        .completeOnTimeout(true, config.lookupTimeout().toMillis(), TimeUnit.MILLISECONDS);
  }

  private Future<Boolean> begin(String name) {
    return Future.fromCompletionStage(
        CompletableFuture.supplyAsync(() -> isAllowed(name), lookups));
  }

  private boolean isAllowed(String name) {
    try {
      return Arrays.stream(names.resolve(name)).allMatch(allowed::contain);
    } catch (UnknownHostException e) {
      return true;
    }
  }

  @PreDestroy
  void close() {
    lookups.shutdownNow();
  }
}
