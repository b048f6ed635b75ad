package org.mizani.rail;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Recipient;
import org.mizani.money.Money;

/**
 * What a rail is told to pay.
 *
 * @param serviceReference the one reference under which this payout is ever submitted or asked for
 * @param recipient whom to pay
 * @param amount what the recipient gets
 * @param age how long ago the payout was created, by the database's clock
 * @param forcedOutcome what a test partner wants to happen; rails of the real world ignore it
 */
public record PayoutInstruction(
    UUID serviceReference,
    Recipient recipient,
    Money amount,
    Duration age,
    Optional<ForcedOutcome> forcedOutcome) {

  /** The outcomes that {@code forceStatus} asks for (decisions, "Payouts"). */
  public enum ForcedOutcome {
    PENDING,
    SUCCESS,
    FAILURE
  }
}
