package org.mizani.collection;

import static org.mizani.work.Waits.isOver;
import static org.mizani.work.Waits.longer;
import static org.mizani.work.Waits.shorter;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.collection.CollectionBooking.Settlement;
import org.mizani.collection.CollectionDecision.Discrepancy;
import org.mizani.collection.CollectionDecision.PollAgain;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.record.Collection;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.work.Leases;
import org.mizani.work.PollSchedule;

/**
 * Consequences of a rail's answer for its collection: credit, failure, another poll, or a flag. One
 * without an answer is cancelled when its time is up, and watched for a late payment for a while
 * after that (ADR 8).
 */
@Singleton
final class CollectionConsequences {

  private static final Logger LOG = Logger.getLogger(CollectionConsequences.class);

  private final Leases leases;
  private final CollectionCalls calls;
  private final CollectionSettlement settlement;
  private final FlaggedCollections flags;
  private final LateReceipts receipts;
  private final CollectionWebhook webhooks;
  private final CollectionConfig config;
  private final PollSchedule schedule;

  CollectionConsequences(
      CollectionLeases leases,
      CollectionCalls calls,
      CollectionSettlement settlement,
      FlaggedCollections flags,
      LateReceipts receipts,
      CollectionWebhook webhooks,
      CollectionConfig config) {
    this.leases = leases.all();
    this.calls = calls;
    this.settlement = settlement;
    this.flags = flags;
    this.receipts = receipts;
    this.webhooks = webhooks;
    this.config = config;
    this.schedule = config.settlement().polls();
  }

  /** Applies the rail's answer to this poll. */
  Uni<Void> apply(PendingCollection collection, CollectionOutcome said) {
    return apply(collection, said, false);
  }

  /**
   * Applies it likewise.
   *
   * @param pollOn whether the next poll is due at once where this settles the collection: the
   *     statement that does so keeps the polls, so that no pod can die between the two
   */
  Uni<Void> apply(PendingCollection collection, CollectionOutcome said, boolean pollOn) {
    CollectionOutcome outcome = creditable(collection, said);
    CollectionDecision decision = CollectionDecision.of(collection.status(), outcome);
    if (decision instanceof Settle settle) {
      PendingCollection settled = pollOn ? collection.withUnheardWord() : collection;
      return settle(settled, settle, Optional.empty())
          .chain(
              effect ->
                  effect == Effect.NONE
                      ? compare(collection, outcome)
                      : pollOn ? leases.end(settled.lease()) : done());
    }
    if (decision instanceof PollAgain again) {
      LOG.debugf("%s: outcome unknown: %s", collection, again.why());
      return pollAgain(collection, again.networkId());
    }
    return compareWithEnd(collection, outcome, decision)
        .chain(() -> leases.end(collection.lease()));
  }

  /** A payment that cannot be one of this collection is for people: it is no answer. */
  private static CollectionOutcome creditable(
      PendingCollection collection, CollectionOutcome outcome) {
    if (!(outcome instanceof Collected payment)
        || payment.amount().filter(paid -> !isCreditable(paid, collection)).isEmpty()) {
      return outcome;
    }
    LOG.errorf(
        "%s: its rail says that %s were paid for %s: look into it",
        collection, payment.amount().get(), collection.amount());
    return new CollectionOutcome.Unknown("paid an amount that cannot be credited");
  }

  private static boolean isCreditable(Money paid, PendingCollection collection) {
    return paid.currency() == collection.amount().currency() && paid.minor() > 0;
  }

  /** By the schedule, but not before asking is of use, and not after the time is up. */
  private Uni<Void> pollAgain(PendingCollection collection, Optional<String> networkId) {
    Duration left = collection.expiresIn();
    if (!collection.status().isFinal() && !isOver(left)) {
      Duration wait = longer(schedule.waitAfter(collection.calls()), calls.untilAsking(collection));
      return leases.postpone(collection.lease(), shorter(wait, left), networkId);
    }
    return leases
        .noteNetworkId(collection.lease(), networkId)
        .chain(() -> collection.status().isFinal() ? watchOn(collection) : cancel(collection));
  }

  /** Ends it as cancelled, for its time is up, and watches it for a late payment. */
  Uni<Void> cancel(PendingCollection collection) {
    Duration watchAfter = schedule.waitAfter(collection.calls(), config.latePaymentsFor());
    return settle(collection, CollectionDecision.expiry(), Optional.of(watchAfter))
        .replaceWithVoid();
  }

  /** Asks on whether the customer has paid, as long as late payments are watched for. */
  Uni<Void> watchOn(PendingCollection collection) {
    Duration left = config.latePaymentsFor().plus(collection.expiresIn());
    if (!isOver(left)) {
      return leases.postpone(collection.lease(), schedule.waitAfter(collection.calls(), left));
    }
    LOG.warnf("%s: nobody could tell until the end whether it was paid: flagged", collection);
    // Where a word came during this poll the polls go on, and not only once the lease has ended.
    return flags.giveUp(collection.lease()).chain(() -> leases.end(collection.lease()));
  }

  private Uni<Effect> settle(
      PendingCollection collection, Settle decision, Optional<Duration> watchAfter) {
    Settlement end =
        new Settlement(collection, decision, watchAfter, webhooks.of(collection, decision));
    return settlement.apply(end).invoke(effect -> tell(end, effect));
  }

  private static void tell(Settlement end, Effect effect) {
    end.otherAmount()
        .filter(paid -> effect != Effect.NONE)
        .ifPresent(
            paid ->
                LOG.warnf(
                    "%s of %s: %s were paid, credited and flagged",
                    end.collection(), end.collection().amount(), paid));
    if (effect == Effect.CREDITED_LATE) {
      LOG.warnf("%s was paid after it had ended: credited and flagged", end.collection());
    }
  }

  /**
   * Compares the outcome with the decision that ended the collection in the meantime. A payment is
   * credited all the same. Where an operator has credited another one the next poll looks for that:
   * it reads the collection with its credit.
   */
  private Uni<Void> compare(PendingCollection collection, CollectionOutcome outcome) {
    PendingCollection compared =
        outcome instanceof Collected && !collection.isCredited()
            ? collection.withUnheardWord()
            : collection;
    return settlement.now(collection.id()).chain(ended -> compare(compared, outcome, ended));
  }

  private Uni<Void> compare(
      PendingCollection collection, CollectionOutcome outcome, Collection ended) {
    CollectionDecision decision = CollectionDecision.of(ended.status(), outcome);
    Uni<?> done =
        decision instanceof Settle payment && !ended.isCredited()
            ? settle(collection, payment, Optional.empty())
            : compareWithEnd(collection, outcome, decision);
    return done.chain(() -> leases.end(collection.lease()));
  }

  private Uni<Void> compareWithEnd(
      PendingCollection collection, CollectionOutcome outcome, CollectionDecision decision) {
    if (decision instanceof Discrepancy discrepancy) {
      return flags.recordDiscrepancy(collection, discrepancy.status(), outcome);
    }
    return outcome instanceof Collected payment
        ? settlement
            .now(collection.id())
            .chain(ended -> compareWithCredit(collection, payment, ended))
        : done();
  }

  /** The payment that was credited, by now perhaps with its receipt, or another amount. */
  private Uni<Void> compareWithCredit(
      PendingCollection collection, Collected payment, Collection ended) {
    if (!ended.isCredited()) {
      return done();
    }
    Money paid = payment.amount().orElse(ended.credited());
    if (paid.equals(ended.credited())) {
      return receipts.fillIn(collection.id(), payment.paymentReference());
    }
    LOG.errorf(
        "%s: %s are credited, and its rail says that %s were paid: look into it",
        collection, ended.credited(), paid);
    return flags.flag(collection.id());
  }

  private static Uni<Void> done() {
    return Uni.createFrom().voidItem();
  }
}
