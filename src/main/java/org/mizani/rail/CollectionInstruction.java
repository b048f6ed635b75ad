package org.mizani.rail;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.Money;

/**
 * Instruction to a rail to collect from a customer.
 *
 * @param collectionId the only reference of the prompt and of all later queries
 * @param customer the phone that the prompt goes to
 * @param amount to be paid by the customer
 * @param narration text for the customer, if the network of the country shows it (specification,
 *     section 2.8)
 * @param networkIds the ids under which the network acknowledged it, the oldest first
 * @param age time since the collection was created, by the database's clock
 * @param expiresIn time left to approve; once it is negative, no new prompt may be sent
 * @param forcedOutcome asked for by a test partner; real networks ignore it
 */
public record CollectionInstruction(
    UUID collectionId,
    PhoneNumber customer,
    Money amount,
    Optional<String> narration,
    List<String> networkIds,
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

  /** Returns the same instruction, by which the network is asked under this id of its own. */
  public CollectionInstruction under(String networkId) {
    return new CollectionInstruction(
        collectionId,
        customer,
        amount,
        narration,
        List.of(networkId),
        age,
        expiresIn,
        forcedOutcome);
  }

  /** Without the customer and the narration, which are personal. */
  @Override
  public String toString() {
    return "CollectionInstruction[" + collectionId + "]";
  }
}
