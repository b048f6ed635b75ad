package org.mizani.sweep;

import java.time.Instant;
import java.time.LocalTime;
import java.util.Optional;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Recipient;
import org.mizani.money.Money;

/**
 * Sweep of one collection wallet: its settings and its latest run.
 *
 * @param destination empty if its encryption key is gone
 * @param minimum in the currency of the wallet
 * @param time in UTC
 * @param next when the next run is due; empty while the sweep is disabled
 * @param last the latest completed run
 */
public record Sweep(
    Channel channel,
    Optional<Destination> destination,
    Money minimum,
    LocalTime time,
    boolean enabled,
    Optional<Instant> next,
    Optional<Run> last) {

  /**
   * Destination of a sweep.
   *
   * @param holder the account holder's name that the rail gave when the sweep was set up; {@code
   *     ""} if the rail has no lookup
   */
  public record Destination(Recipient recipient, String holder) {

    @Override
    public String toString() {
      return "Destination[…]";
    }
  }

  /**
   * Completed run.
   *
   * @param payout empty if the wallet had less than the minimum
   */
  public record Run(Instant dueAt, Optional<Payout> payout) {}

  /**
   * Payout of a run.
   *
   * @param status the code in the database
   */
  public record Payout(String serviceReference, Money amount, String status) {}
}
