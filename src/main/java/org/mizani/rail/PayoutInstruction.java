package org.mizani.rail;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Recipient;
import org.mizani.money.Money;

/**
 * Instruction to a rail to pay a recipient.
 *
 * @param serviceReference the only reference of the payout, submitted and in all later queries
 * @param amount to be received by the recipient
 * @param age time since the payout was created, by the database's clock
 * @param forcedOutcome asked for by a test partner; real networks ignore it
 */
public record PayoutInstruction(
    UUID serviceReference,
    Recipient recipient,
    Money amount,
    Duration age,
    Optional<ForcedOutcome> forcedOutcome) {

  /** The outcomes that {@code forceStatus} asks for. */
  public enum ForcedOutcome {
    PENDING,
    SUCCESS,
    FAILURE
  }
}
