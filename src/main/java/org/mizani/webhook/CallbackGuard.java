package org.mizani.webhook;

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
import org.mizani.business.ServiceConfig;
import org.mizani.business.ServiceEnvironment;
import org.mizani.database.CallerContext;
import org.mizani.fault.ApiFault;

/**
 * Keeps callback URLs from being registered that lead where webhooks may not go: in production all
 * that is not the public internet, and the deployment's own networks ({@link AllowedAddresses}). A
 * name that does not resolve, or not in time, is let in: every attempt looks at the address that it
 * connects to ({@link ReceiverAddresses}), which is what decides.
 */
@Singleton
public class CallbackGuard {

  private static final Uni<Void> FINE = Uni.createFrom().voidItem();

  private final AllowedAddresses allowed;
  private final Names names;
  private final WebhookConfig.Registration config;
  private final ThreadPoolExecutor lookups;
  private final AsyncCache<String, Boolean> verdicts;

  /** Resolves names, in its own time. */
  @FunctionalInterface
  interface Names {
    InetAddress[] resolve(String name) throws UnknownHostException;
  }

  @Inject
  CallbackGuard(ServiceConfig service, WebhookConfig config) {
    this(service.environment(), config, InetAddress::getAllByName);
  }

  CallbackGuard(ServiceEnvironment environment, WebhookConfig config, Names names) {
    this.allowed = AllowedAddresses.in(environment, config);
    this.names = names;
    this.config = config.registration();
    this.lookups = threads(this.config);
    this.verdicts =
        Caffeine.newBuilder()
            .maximumSize(this.config.cached())
            .expireAfterWrite(this.config.age())
            .buildAsync();
  }

  private static ThreadPoolExecutor threads(WebhookConfig.Registration config) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            config.lookups(),
            config.lookups(),
            config.age().toMillis(),
            TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(config.waiting()),
            look -> {
              Thread thread = new Thread(look, "callback-lookup");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Lets a payout's or collection's own URL pass, within the time-out of the look-up.
   *
   * @throws org.mizani.fault.ApiException (as failure) 400 {@code callbackUrl must point to a
   *     public address}
   */
  public Uni<Void> check(Optional<CallbackUrl> url) {
    return check("callbackUrl", url);
  }

  /** Likewise, the URL of this field. */
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
      throw ApiFault.invalid(field + " must point to a public address").asException();
    }
    return null;
  }

  /** The answer arrives where the question came from, for a look-up may be several callers'. */
  private Uni<Boolean> verdict(String name) {
    CompletableFuture<Boolean> verdict = verdicts.get(name, (key, unused) -> look(key));
    Uni<Boolean> answer = Uni.createFrom().completionStage(verdict.copy());
    return verdict.isDone() ? answer : CallerContext.backTo(answer);
  }

  private CompletableFuture<Boolean> look(String name) {
    try {
      return CompletableFuture.supplyAsync(() -> isAllowed(name), lookups)
          .completeOnTimeout(true, config.lookupTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(true); // too many names wait for slow servers
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
