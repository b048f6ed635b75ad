package org.mizani.rail;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.Money;

/**
 * What a rail is told to collect.
 *
 * @param collectionId the one reference under which the customer is ever prompted or asked for
 * @param customer whose phone the prompt goes to
 * @param amount what the customer is to pay
 * @param narration what the customer reads, if the network of the country shows it (specification,
 *     section 2.8)
 * @param age how long ago the collection was created, by the database's clock
 * @param expiresIn how long the customer may still approve; a network that has no prompt of it is
 *     not to send one once that is negative
 * @param forcedOutcome what a test partner wants to happen; rails of the real world ignore it
 */
public record CollectionInstruction(
    UUID collectionId,
    PhoneNumber customer,
    Money amount,
    Optional<String> narration,
    Duration age,
    Duration expiresIn,
    Optional<ForcedOutcome> forcedOutcome) {

  /** The outcomes that {@code forceStatus} asks for. */
  public enum ForcedOutcome {
    PENDING,
    SUCCESS,
    FAILURE,
    CANCELLED
  }

  /** Without the customer and the narration, which are personal. */
  @Override
  public String toString() {
    return "CollectionInstruction[" + collectionId + "]";
  }
}
