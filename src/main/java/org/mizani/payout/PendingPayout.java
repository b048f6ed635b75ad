package org.mizani.payout;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.corridor.Recipient;
import org.mizani.money.Money;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.Lease;

/**
 * A payout on its way, with all that the settler needs: to instruct the rail and to write the
 * webhook.
 *
 * @param serviceReference the service's own reference
 * @param sender the amount without the fee, in the sender's currency
 * @param receiver the amount in the receiver's currency
 * @param recipient nothing where the encryption key is gone that it, or the notice, is encrypted
 *     with: then nobody is paid before it is there again
 * @param rail the name of the rail that pays
 * @param notice the webhook that tells its end, if anybody is to be told
 * @param age how long ago it was created
 * @param looks how often it was worked on, this time included
 * @param putOff how often of them its rail was not called, for it was away
 */
record PendingPayout(
    UUID serviceReference,
    Money sender,
    Money receiver,
    Optional<Recipient> recipient,
    String rail,
    Optional<Notice> notice,
    Optional<ForcedOutcome> forcedOutcome,
    Duration age,
    int looks,
    int putOff) {

  /**
   * Who is told of the end, and where.
   *
   * @param originator whose request it was
   * @param businessReference the business's reference
   */
  record Notice(Originator originator, String businessReference, CallbackUrl destination) {}

  /** The lease that it was claimed, or created, under. */
  Lease lease() {
    return new Lease(serviceReference, looks);
  }

  /** Whether its rail has never been called, so that it is to be submitted. */
  boolean isUnsubmitted() {
    return calls() <= 1;
  }

  /** How often its rail was called, this time included. */
  int calls() {
    return looks - putOff;
  }

  /** What its rail is told, where the recipient can be read. */
  Optional<PayoutInstruction> instruction() {
    return recipient.map(
        to -> new PayoutInstruction(serviceReference, to, receiver, age, forcedOutcome));
  }

  @Override
  public String toString() {
    return "PendingPayout[" + serviceReference + "]";
  }
}
