package org.mizani.rail;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Recipient;
import org.mizani.money.Money;

/**
 * Instruction to a rail to pay a recipient.
 *
 * @param serviceReference the only reference of the payout, submitted and in all later queries
 * @param amount to be received by the recipient
 * @param parties of the payout
 * @param narration text for the recipient, where the network shows one: the partner's reference
 * @param refundOf the collection of this rail whose customer gets it back, if it is a refund:
 *     networks that know refunds are told so, to others it is a payout to a phone
 * @param networkIds the ids under which the network acknowledged it, the oldest first
 * @param age time since the payout was created, by the database's clock
 * @param attempt the number of this call of the rail, from 1; 0 for a question about a payout that
 *     is final, which is never submitted again
 * @param forcedOutcome asked for by a test partner; real networks ignore it
 */
public record PayoutInstruction(
    UUID serviceReference,
    Recipient recipient,
    Money amount,
    PaymentParties parties,
    String narration,
    Optional<UUID> refundOf,
    List<String> networkIds,
    Duration age,
    int attempt,
    Optional<ForcedOutcome> forcedOutcome) {

  /** The outcomes that {@code forceStatus} asks for. */
  public enum ForcedOutcome {
    PENDING,
    SUCCESS,
    FAILURE
  }

  /** The same instruction, of a payout that is final. */
  public PayoutInstruction ofFinal() {
    return new PayoutInstruction(
        serviceReference,
        recipient,
        amount,
        parties,
        narration,
        refundOf,
        networkIds,
        age,
        0,
        forcedOutcome);
  }

  /** Without the recipient, the parties and the narration, which are personal. */
  @Override
  public String toString() {
    return "PayoutInstruction[" + serviceReference + "]";
  }
}
