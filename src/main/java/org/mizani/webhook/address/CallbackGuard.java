package org.mizani.webhook.address;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
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

  private final AllowedAddresses allowed;
  private final Resolver names;
  private final AddressConfig.Registration config;
  private final ThreadPoolExecutor lookups;
  private final AsyncCache<String, Boolean> verdicts;

  @Inject
  CallbackGuard(ServiceConfig service, AddressConfig config) {
    this(service.environment(), config, InetAddress::getAllByName);
  }

  CallbackGuard(ServiceEnvironment environment, AddressConfig config, Resolver names) {
    this.allowed = new AllowedAddresses(environment, config);
    this.names = names;
    this.config = config.registration();
    this.lookups = threads(this.config);
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
            new ArrayBlockingQueue<>(config.waiting()),
            lookup -> {
              Thread thread = new Thread(lookup, "callback-lookup");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Checks the callback URL of a payout or collection, within the time-out of the look-up.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 400 {@code callbackUrl must point
   *     to a public address}
   */
  public Uni<Void> check(Optional<CallbackUrl> url) {
    return check("callbackUrl", url);
  }

  /** Checks the URL of another field, likewise. */
  public Uni<Void> check(String field, Optional<CallbackUrl> url) {
    if (allowed.areAll() || url.isEmpty()) {
      return FINE;
    }
    String host = url.get().hostName();
    return HostLiteral.isOf(allowed, host)
        .map(isAllowed -> Uni.createFrom().item(isAllowed))
        .orElseGet(() -> verdict(host))
        .map(isAllowed -> require(field, isAllowed));
  }

  private static Void require(String field, boolean isAllowed) {
    if (!isAllowed) {
      throw ApiFault.invalid(field, "must point to a public address").asException();
    }
    return null;
  }

  /** Answers in the context of the caller: several callers may share one look-up. */
  private Uni<Boolean> verdict(String name) {
    CompletableFuture<Boolean> verdict = verdicts.get(name, (key, unused) -> lookUp(key));
    Uni<Boolean> answer = Uni.createFrom().completionStage(verdict.copy());
    return verdict.isDone() ? answer : CallerContext.backTo(answer);
  }

  private CompletableFuture<Boolean> lookUp(String name) {
    try {
      return CompletableFuture.supplyAsync(() -> isAllowed(name), lookups)
          .completeOnTimeout(true, config.lookupTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(true); // the queue is full
    }
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
