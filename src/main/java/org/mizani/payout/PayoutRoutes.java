package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.mizani.corridor.Recipient;
import org.mizani.fault.ApiException;
import org.mizani.fault.ApiFault;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.RecipientLookup;

/** Finds the rail that pays an order, and has it confirm the recipient beforehand. */
@Singleton
final class PayoutRoutes {

  private final PayoutRouter rails;
  private final Duration timeout;

  PayoutRoutes(PayoutRouter rails, LookupConfig config) {
    this.rails = rails;
    this.timeout = config.timeout();
  }

  /** The rail, and the order as it is to be recorded. */
  record Route(PayoutRail rail, PayoutOrder order) {}

  /**
   * The route of an order. A rail that cannot look recipients up takes all. An order that leaves a
   * name out gets the registered one (specification, section 4.8).
   *
   * @throws ApiException (as failure) 422 for a recipient that is not active or a corridor without
   *     a rail, also where a name is left out and the rail cannot tell it; 503 where it gives no
   *     answer
   */
  Uni<Route> routeOf(PayoutOrder order) {
    Recipient recipient = order.recipient();
    return rails
        .railFor(recipient.country(), recipient.channel())
        .map(rail -> confirmed(rail, order))
        .orElseGet(PayoutRoutes::notAvailable);
  }

  private Uni<Route> confirmed(PayoutRail rail, PayoutOrder order) {
    if (rail instanceof RecipientLookup lookup) {
      return lookup
          .holderWithin(timeout, order.recipient())
          .map(holder -> holder.orElseThrow(ApiFault.ACCOUNT_NOT_ACTIVE::asException))
          .map(name -> new Route(rail, named(order, name)));
    }
    return order.parties().lackAName()
        ? notAvailable()
        : Uni.createFrom().item(new Route(rail, order));
  }

  private static Uni<Route> notAvailable() {
    return Uni.createFrom().failure(ApiFault.CORRIDOR_NOT_AVAILABLE.asException());
  }

  private static PayoutOrder named(PayoutOrder order, String name) {
    return order.parties().lackAName() ? order.toMerchant(name) : order;
  }
}
