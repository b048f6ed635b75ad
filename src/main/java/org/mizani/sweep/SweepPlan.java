package org.mizani.sweep;

import java.time.LocalTime;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Settings of a sweep, as an operator wants them.
 *
 * @param destination a phone or a bank account in the country of the wallet's currency
 * @param minimum the smallest balance that is swept, in the wallet's currency
 * @param time of every run, in UTC
 */
public record SweepPlan(Recipient destination, Money minimum, LocalTime time, boolean enabled) {

  /** Refuses destinations other than phones and bank accounts in the country of the currency. */
  public SweepPlan {
    boolean account = destination instanceof MobileWallet || destination instanceof BankAccount;
    if (!account || minimum.currency() != destination.country().currency()) {
      throw new IllegalArgumentException("no wallet of this currency is swept there");
    }
  }

  /** The currency of the wallet. */
  public CurrencyUnit currency() {
    return minimum.currency();
  }
}
