package org.mizani.ledger;

import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * What is in the three parts of a wallet, or what a transfer changes there, in minor units. A
 * change takes from a part where it is below zero.
 */
public record Funds(
    CurrencyUnit currency, long availableMinor, long holdingMinor, long pendingMinor) {

  /** These and others of the same wallet. */
  Funds plus(Funds others) {
    return new Funds(
        currency,
        Math.addExact(availableMinor, others.availableMinor),
        Math.addExact(holdingMinor, others.holdingMinor),
        Math.addExact(pendingMinor, others.pendingMinor));
  }

  /** What is, or becomes, usable. */
  public Money available() {
    return new Money(currency, availableMinor);
  }

  /** What is reserved for payouts under way. */
  public Money holding() {
    return new Money(currency, holdingMinor);
  }

  /** What is on its way in. */
  public Money pending() {
    return new Money(currency, pendingMinor);
  }
}
