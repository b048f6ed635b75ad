package org.mizani.corridor;

import org.mizani.fault.ApiFault;
import org.mizani.money.Money;

/** Holds amounts against configured limits. */
public final class AmountLimits {

  private AmountLimits() {}

  /**
   * Checks one amount.
   *
   * @param limit in major units of the amount's currency, null where there is none
   * @throws org.mizani.fault.ApiException 400 {@code amount must be at least 500 UGX}, or {@code at
   *     most}
   */
  public static void check(CorridorConfig.Limit limit, Money amount) {
    if (limit == null) {
      return;
    }
    limit
        .minimum()
        .map(major -> Money.exactly(amount.currency(), major))
        .filter(minimum -> amount.minor() < minimum.minor())
        .ifPresent(minimum -> refuse("amount must be at least " + minimum));
    limit
        .maximum()
        .map(major -> Money.exactly(amount.currency(), major))
        .filter(maximum -> amount.minor() > maximum.minor())
        .ifPresent(maximum -> refuse("amount must be at most " + maximum));
  }

  private static void refuse(String message) {
    throw ApiFault.invalid(message).asException();
  }
}
