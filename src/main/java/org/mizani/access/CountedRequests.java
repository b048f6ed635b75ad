package org.mizani.access;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import org.mizani.fault.ApiFault.ApiException;

/**
 * Counts a request that makes the service work as many do as many requests of its key. The first of
 * them is counted when it arrives ({@link CallerFilter}).
 */
@Singleton
public final class CountedRequests {

  private final RateLimiter limiter;

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  CountedRequests(RateLimiter limiter, RoutingContext exchange) {
    this.limiter = limiter;
    this.exchange = exchange;
  }

  /**
   * Counts the current request as so many more.
   *
   * @throws ApiException (as failure) 429 beyond the limit of the key, of which they take nothing
   *     then
   */
  public Uni<Void> countMore(Caller caller, int more) {
    HttpServerResponse response = exchange.response();
    return more == 0
        ? Uni.createFrom().voidItem()
        : Uni.createFrom().deferred(() -> limiter.admit(caller.apiKeyId(), more, response));
  }
}
