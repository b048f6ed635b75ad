package org.mizani.sweep;

import java.time.Instant;
import java.time.LocalTime;
import java.util.Optional;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Recipient;
import org.mizani.money.Money;

/**
 * The sweep of one collection wallet, as it was set up and as it fares.
 *
 * @param destination nothing where it cannot be read any more: its encryption key is gone
 * @param minimum in the currency of the wallet
 * @param time in UTC
 * @param next when the next night is due; nothing where the sweep is disabled
 * @param last the latest night that is over
 */
public record Sweep(
    Channel channel,
    Optional<Destination> destination,
    Money minimum,
    LocalTime time,
    boolean enabled,
    Optional<Instant> next,
    Optional<Night> last) {

  /**
   * Where it pays to.
   *
   * @param holder whose account that is, as the rail told when it was entered; {@code ""} where the
   *     rail could not tell
   */
  public record Destination(Recipient recipient, String holder) {

    @Override
    public String toString() {
      return "Destination[…]";
    }
  }

  /**
   * A night that is over.
   *
   * @param payout what was paid; nothing where the wallet had less than the minimum
   */
  public record Night(Instant dueAt, Optional<Payout> payout) {}

  /**
   * What a night has paid.
   *
   * @param status as the database names it
   */
  public record Payout(String serviceReference, Money amount, String status) {}
}
