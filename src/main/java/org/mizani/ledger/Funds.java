package org.mizani.ledger;

import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Funds in the three parts of a wallet, in minor units: a balance, or the change by a transfer,
 * which is negative where it takes funds away.
 */
public record Funds(
    CurrencyUnit currency, long availableMinor, long holdingMinor, long pendingMinor) {

  /** The sum with other funds of the same wallet. */
  Funds plus(Funds others) {
    return new Funds(
        currency,
        Math.addExact(availableMinor, others.availableMinor),
        Math.addExact(holdingMinor, others.holdingMinor),
        Math.addExact(pendingMinor, others.pendingMinor));
  }

  /** The funds that payouts can use. */
  public Money available() {
    return new Money(currency, availableMinor);
  }

  /** The funds reserved for pending payouts. */
  public Money holding() {
    return new Money(currency, holdingMinor);
  }

  /** The funds on their way in. */
  public Money pending() {
    return new Money(currency, pendingMinor);
  }
}
