package org.mizani.rail.kit;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Payout as the service has it.
 *
 * @param order that the partner asked for
 * @param status {@code pending}, {@code success} or {@code failure}
 * @param amount for the recipient, in major units
 * @param submittedAt when it was about to be submitted; empty before, and of a final one
 * @param acknowledged whether the network's acknowledgement reached the service; of a final one
 *     nobody knows any more
 * @param flagged for people
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
    boolean flagged) {

  /** Whether it has no end yet. */
  public boolean isPending() {
    return status.equals("pending");
  }
}
