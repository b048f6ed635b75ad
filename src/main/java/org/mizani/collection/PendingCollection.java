package org.mizani.collection;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.Lease;

/**
 * A collection on its way, with all that the settler needs: to instruct the rail and to write the
 * webhook. One that has expired is still on its way while the customer may have paid all the same.
 *
 * @param originator whose request it was, nothing where its encryption key is gone
 * @param customer {@link Customer#UNREADABLE} where its encryption key is gone
 * @param reference the business's reference, {@code ""} if it gave none
 * @param rail the name of the rail that prompts
 * @param provider the customer's network, {@code ""} if unknown
 * @param destination where the webhook goes, if anywhere
 * @param timing what its age and its expiry were when it was read
 * @param looks how often it was worked on, this time included
 * @param putOff how often of them its rail was not called, for it was away
 */
record PendingCollection(
    UUID id,
    Optional<Originator> originator,
    CollectionStatus status,
    Money amount,
    Customer customer,
    String reference,
    String rail,
    String provider,
    Optional<CallbackUrl> destination,
    Optional<ForcedOutcome> forcedOutcome,
    Timing timing,
    int looks,
    int putOff) {

  /**
   * @param age how long ago it was created, by the database's clock
   * @param expiresAtNanos when it expires, by this machine's {@link System#nanoTime}
   */
  record Timing(Duration age, long expiresAtNanos) {

    static Timing of(Duration age, Duration expiresIn) {
      return new Timing(age, System.nanoTime() + expiresIn.toNanos());
    }
  }

  /** The lease that it was claimed, or created, under. */
  Lease lease() {
    return new Lease(id, looks);
  }

  /** Whether all is there that the rail and the business are to be told. */
  boolean isReadable() {
    return !customer.equals(Customer.UNREADABLE)
        && (originator.isPresent() || destination.isEmpty());
  }

  /** Whether its rail has never been called, so that the customer is to be prompted. */
  boolean isUnprompted() {
    return calls() <= 1;
  }

  /** How often its rail was called, this time included. */
  int calls() {
    return looks - putOff;
  }

  /** How long until it expires; negative once it has. */
  Duration expiresIn() {
    return Duration.ofNanos(timing.expiresAtNanos() - System.nanoTime());
  }

  CollectionInstruction instruction() {
    return new CollectionInstruction(
        id,
        customer.phone(),
        amount,
        customer.shownNarration(),
        timing.age(),
        expiresIn(),
        forcedOutcome);
  }

  @Override
  public String toString() {
    return "PendingCollection[" + id + "]";
  }
}
