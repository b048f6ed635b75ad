package org.mizani.sweep;

import java.time.LocalTime;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * How a collection wallet is to be swept.
 *
 * @param destination a phone or a bank account in the country of the wallet's currency
 * @param minimum what the wallet has to have at least, in its currency
 * @param time when, every night, in UTC
 */
public record SweepPlan(Recipient destination, Money minimum, LocalTime time, boolean enabled) {

  /** A plan; anything but a phone or a bank account would not be one. */
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
