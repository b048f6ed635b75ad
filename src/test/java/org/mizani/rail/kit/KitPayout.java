package org.mizani.rail.kit;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Payout as the service has it.
 *
 * @param order request of the partner
 * @param status {@code pending}, {@code success} or {@code failure}
 * @param amount for the recipient, in major units
 * @param submittedAt when its submission began; empty before that, and for a final payout
 * @param acknowledged whether the network's acknowledgement reached the service; false for a final
 *     payout
 * @param flagged for operators
 * @param heardOf whether a callback with its result is stored
 * @param hasTwin whether another pending payout of this channel and amount is not acknowledged
 */
public record KitPayout(
    UUID id,
    String reference,
    KitOrder order,
    String status,
    BigDecimal amount,
    Optional<String> receipt,
    Optional<Instant> submittedAt,
    boolean acknowledged,
    boolean flagged,
    boolean heardOf,
    boolean hasTwin) {

  /** Tells whether the payout is not final yet. */
  public boolean isPending() {
    return status.equals("pending");
  }
}
