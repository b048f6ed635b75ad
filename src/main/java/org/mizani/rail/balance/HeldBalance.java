package org.mizani.rail.balance;

import java.time.Instant;
import java.util.Optional;
import org.mizani.money.Money;

/**
 * Balance that the service holds with a network, as it was last read.
 *
 * @param account the network's name of the account
 * @param threshold below which an alarm is raised, if there is one for its currency
 * @param readAt by the database's clock
 */
public record HeldBalance(
    String rail, String account, Money balance, Optional<Money> threshold, Instant readAt) {

  /** Whether it is below its threshold. */
  public boolean isBelow() {
    return isBelow(balance, threshold);
  }

  static boolean isBelow(Money balance, Optional<Money> threshold) {
    return threshold.filter(least -> balance.minor() < least.minor()).isPresent();
  }
}
