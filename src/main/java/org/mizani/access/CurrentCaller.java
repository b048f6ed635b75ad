package org.mizani.access;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;

/**
 * Caller of the current request. An operation that the filter should have guarded, and did not, is
 * refused here.
 */
@Singleton
public class CurrentCaller {

  private static final String KEY = CurrentCaller.class.getName();

  // A proxy for that of the current request.
  private final RoutingContext exchange;

  CurrentCaller(RoutingContext exchange) {
    this.exchange = exchange;
  }

  /**
   * Stores the caller in this exchange, not in the current context: one context may answer several
   * requests.
   */
  static void identify(RoutingContext exchange, Caller caller) {
    exchange.put(KEY, caller);
    AccessLog.identify(exchange, caller.publicId());
  }

  /**
   * The caller, for an operation of this scope.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 if the caller was not identified, 403 if its
   *     key lacks the scope
   */
  public Caller get(KeyScope scope) {
    Caller caller = exchange.get(KEY);
    if (caller == null) {
      throw ApiFault.TOKEN_MISSING.asException();
    }
    caller.permissions().require(scope);
    return caller;
  }
}
