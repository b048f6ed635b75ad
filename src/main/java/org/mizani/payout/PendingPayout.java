package org.mizani.payout;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.mizani.access.Originator;
import org.mizani.corridor.Recipient;
import org.mizani.money.Money;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.PaymentParties;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutOutcome.Paid;
import org.mizani.rail.PayoutOutcome.Returned;
import org.mizani.rail.callback.Words;
import org.mizani.screening.ScreeningState;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;

/**
 * Pending payout with all that the settler needs to call the rail and to write the webhook.
 *
 * @param serviceReference the service's own reference
 * @param walletId the wallet that holds its cost
 * @param sender the amount without the fee, in the sender's currency
 * @param receiver the amount in the receiver's currency
 * @param payee empty if the encryption key of it, or of the notice, is gone: then the payout waits
 *     until the key is back
 * @param rail the name of the rail that pays
 * @param refundOf the collection whose customer gets it back, if it is a refund
 * @param notice the receiver of the webhook, if the payout has one
 * @param origin the business that its events are told to; empty for a refund, which has none
 * @param age the time since its creation
 * @param sinceSubmission the time since its last submission began, before this poll
 * @param networkIds the ids under which the network acknowledged it
 * @param words how many words of the network were heard by then
 * @param polls how often it was claimed, this time included
 * @param skippedPolls how many of them did not call the rail, because it was away or for want of a
 *     recipient
 * @param atMostOnce whether its network would pay it again if it were submitted again
 * @param business the id on the wire of the business that pays
 * @param screening whether it may be submitted, where payouts are screened
 */
record PendingPayout(
    UUID serviceReference,
    long walletId,
    Money sender,
    Money receiver,
    Optional<Payee> payee,
    String rail,
    Optional<UUID> refundOf,
    Optional<Notice> notice,
    Optional<Origin> origin,
    Optional<ForcedOutcome> forcedOutcome,
    Duration age,
    Optional<Duration> sinceSubmission,
    List<String> networkIds,
    int words,
    int polls,
    int skippedPolls,
    boolean atMostOnce,
    UUID business,
    ScreeningState screening)
    implements LeasedWork.Row {

  /**
   * Recipient and parties, as the rail is told them.
   *
   * @param narration the partner's reference
   */
  record Payee(Recipient recipient, PaymentParties parties, String narration) {

    @Override
    public String toString() {
      return "Payee[…]";
    }
  }

  /**
   * Originator and destination of the webhook.
   *
   * @param originator the business and API key that created the payout
   * @param businessReference the business's reference
   */
  record Notice(Originator originator, String businessReference, CallbackUrl destination) {}

  /**
   * Business that ordered it.
   *
   * @param businessId the database's id
   * @param publicId the business's id on the wire
   * @param businessReference the business's reference
   */
  record Origin(long businessId, UUID publicId, String businessReference) {

    /** The origin by the columns of the payout and its business; empty for a refund. */
    static Optional<Origin> of(Row row) {
      return Optional.ofNullable(row.getString("business_reference"))
          .map(
              reference ->
                  new Origin(row.getLong("business_id"), row.getUUID("public_id"), reference));
    }
  }

  /**
   * Final payout, though its rail may say the contrary.
   *
   * @param watchedFor the time since its watch began
   * @param knownUntil as of {@link Words.Ended}
   */
  record WatchedPayout(
      PendingPayout payout, PayoutStatus status, Duration watchedFor, Optional<Instant> knownUntil)
      implements LeasedWork.Row {

    /** What its network's words are compared with. */
    Words.Ended ended() {
      return new Words.Ended(payout.subject(), payout.rail(), payout.age(), knownUntil);
    }

    @Override
    public Lease lease() {
      return payout.lease();
    }

    @Override
    public int calls() {
      return payout.calls();
    }

    @Override
    public String toString() {
      return "WatchedPayout[" + payout.serviceReference() + "]";
    }
  }

  @Override
  public Lease lease() {
    return new Lease(serviceReference, polls, words);
  }

  /** Whether its rail has never been called, so that it is to be submitted. */
  boolean isUnsubmitted() {
    return calls() <= 1;
  }

  @Override
  public int calls() {
    return polls - skippedPolls;
  }

  /**
   * The same at its next poll.
   *
   * @param since its submission, at most
   * @param networkId under which the network has acknowledged it
   */
  PendingPayout polledAgain(Duration since, Optional<String> networkId) {
    return new PendingPayout(
        serviceReference,
        walletId,
        sender,
        receiver,
        payee,
        rail,
        refundOf,
        notice,
        origin,
        forcedOutcome,
        age.plus(since),
        Optional.of(since),
        Stream.concat(networkIds.stream(), networkId.stream()).toList(),
        words,
        polls + 1,
        skippedPolls,
        atMostOnce,
        business,
        screening);
  }

  /** What callbacks about it name. */
  CallbackSubject subject() {
    return new CallbackSubject(CallbackSubject.Kind.PAYOUT, serviceReference);
  }

  /** Its rail, if that would pay it again. */
  Optional<String> railThatPaysAgain() {
    return Optional.of(rail).filter(name -> atMostOnce);
  }

  /**
   * The amount of an outcome that cannot be this payout's own: a payment in another currency, or a
   * return of anything but the whole.
   */
  Optional<Money> foreignAmount(PayoutOutcome outcome) {
    if (outcome instanceof Paid paid) {
      return paid.amount().filter(sum -> sum.currency() != receiver.currency() || sum.minor() <= 0);
    }
    return outcome instanceof Returned returned
        ? Optional.of(returned.amount()).filter(sum -> !sum.equals(receiver))
        : Optional.empty();
  }

  /** The rail's instruction, if the recipient can be read. */
  Optional<PayoutInstruction> instruction() {
    return payee.map(
        to ->
            new PayoutInstruction(
                serviceReference,
                to.recipient(),
                receiver,
                to.parties(),
                to.narration(),
                refundOf,
                networkIds,
                age,
                calls(),
                forcedOutcome));
  }

  @Override
  public String toString() {
    return "PendingPayout[" + serviceReference + "]";
  }
}
