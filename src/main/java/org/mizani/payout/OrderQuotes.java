package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.mizani.access.Caller;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fx.Quote;
import org.mizani.fx.Quotes;
import org.mizani.fx.quote.LockedQuotes;
import org.mizani.payout.PayoutOrder.Price;

/** Quotes of payout orders: those that they name, or else at the rates in force. */
@Singleton
final class OrderQuotes {

  private final Quotes inForce;
  private final LockedQuotes locked;

  OrderQuotes(Quotes inForce, LockedQuotes locked) {
    this.inForce = inForce;
    this.locked = locked;
  }

  /**
   * The quote of a price.
   *
   * @throws ApiException (as failure) as {@link Quotes#of} or {@link LockedQuotes#usable} says
   */
  Uni<Quote> of(Caller caller, Price price) {
    return price
        .quoteId()
        .map(id -> locked.usable(caller, id, price.amount(), price.senderCurrency()))
        .orElseGet(() -> inForce.of(price.amount(), price.senderCurrency(), caller.fee()));
  }
}
