package org.mizani.collection;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.collection.record.Customer;
import org.mizani.money.Money;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;

/**
 * Pending collection with all that the settler needs to call the rail and to write the webhook. One
 * that has expired is polled on while the customer may still have paid.
 *
 * @param walletId the wallet that it credits
 * @param origin the business that its events are told to
 * @param originator the business and API key that created it; empty if the encryption key is gone
 * @param customer {@link Customer#UNREADABLE} if the encryption key is gone, or the customer was
 *     erased
 * @param reference the business's reference, {@code ""} if it gave none
 * @param rail the name of the rail that prompts
 * @param provider the customer's network, {@code ""} if unknown
 * @param destination the URL of the webhook, if there is one
 * @param timing its age and its expiry at the time it was read
 * @param creditedAs the reference of the payment that its wallet was credited with, in time or late
 * @param networkIds the ids under which the network acknowledged it
 * @param words how many words of the network were heard by then
 * @param polls how often it was claimed, this time included
 * @param skippedPolls how many of them did not call the rail, because it was away or for want of a
 *     customer
 */
record PendingCollection(
    UUID id,
    long walletId,
    Origin origin,
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
    Optional<String> creditedAs,
    List<String> networkIds,
    int words,
    int polls,
    int skippedPolls)
    implements LeasedWork.Row {

  /**
   * Business that asked for it.
   *
   * @param businessId the database's id
   * @param publicId the business's id on the wire
   */
  record Origin(long businessId, UUID publicId) {}

  /**
   * @param age the time since its creation, by the database's clock
   * @param sincePrompt the time since its last prompt began, before this poll
   * @param expiresAtNanos the time of its expiry, by this machine's {@link System#nanoTime}
   */
  record Timing(Duration age, Optional<Duration> sincePrompt, long expiresAtNanos) {

    static Timing of(Duration age, Optional<Duration> sincePrompt, Duration expiresIn) {
      return new Timing(age, sincePrompt, System.nanoTime() + expiresIn.toNanos());
    }
  }

  @Override
  public Lease lease() {
    return new Lease(id, polls, words);
  }

  /** Whether the instruction of the rail, and the webhook that is to come, can be written. */
  boolean isReadable() {
    return !customer.equals(Customer.UNREADABLE)
        && (status.isFinal() || originator.isPresent() || destination.isEmpty());
  }

  /** Whether its rail has never been called, so that the customer is to be prompted. */
  boolean isUnprompted() {
    return calls() <= 1;
  }

  @Override
  public int calls() {
    return polls - skippedPolls;
  }

  /** Whether its wallet was credited. */
  boolean isCredited() {
    return creditedAs.isPresent();
  }

  /**
   * The same, as if the last word about it had not been heard: another poll follows the end that
   * this one makes.
   */
  PendingCollection withUnheardWord() {
    return new PendingCollection(
        id,
        walletId,
        origin,
        originator,
        status,
        amount,
        customer,
        reference,
        rail,
        provider,
        destination,
        forcedOutcome,
        timing,
        creditedAs,
        networkIds,
        words - 1,
        polls,
        skippedPolls);
  }

  /** Time until it expires; negative after that. */
  Duration expiresIn() {
    return Duration.ofNanos(timing.expiresAtNanos() - System.nanoTime());
  }

  /** What callbacks about it name. */
  CallbackSubject subject() {
    return new CallbackSubject(CallbackSubject.Kind.COLLECTION, id);
  }

  CollectionInstruction instruction() {
    return new CollectionInstruction(
        id,
        customer.phone(),
        amount,
        customer.shownNarration(),
        networkIds,
        timing.age(),
        expiresIn(),
        forcedOutcome);
  }

  @Override
  public String toString() {
    return "PendingCollection[" + id + "]";
  }
}
