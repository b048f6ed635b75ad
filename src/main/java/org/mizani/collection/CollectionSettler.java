package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.collection.CollectionDecision.Discrepancy;
import org.mizani.collection.CollectionDecision.PollAgain;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.CollectionSettlement.End;
import org.mizani.collection.CollectionSettlement.Settlement;
import org.mizani.database.Database;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailGuard;
import org.mizani.work.LeasedWork;
import org.mizani.work.PollSchedule;

/**
 * Settler of collections: calls the rail, decides by its answer, applies the decision. The customer
 * is prompted once, at the first call of the rail; every later call asks for the outcome, under the
 * same id. Without an answer the collection is cancelled when its time is up, and polled for a late
 * payment for a while after that (ADR 8).
 */
@Singleton
final class CollectionSettler extends LeasedWork<PendingCollection> {

  private static final Logger LOG = Logger.getLogger(CollectionSettler.class);

  private final CollectionLeases collectionLeases;
  private final RailGuard<CollectionRail, CollectionOutcome> guard;
  private final CollectionSettlement settlement;
  private final FlaggedCollections flags;
  private final CollectionWebhook webhooks;
  private final CollectionConfig config;
  private final PollSchedule schedule;

  CollectionSettler(
      Database database,
      CollectionLeases collectionLeases,
      RailGuard<CollectionRail, CollectionOutcome> guard,
      CollectionSettlement settlement,
      FlaggedCollections flags,
      CollectionWebhook webhooks,
      CollectionConfig config) {
    super("Settling collections", CollectionLeases.leases(database, config), config.settlement());
    if (config.shortestPrompt().compareTo(config.expiresAfter()) >= 0) {
      throw new IllegalArgumentException(
          "payments.collection.shortest-prompt must be shorter than"
              + " payments.collection.expires-after.");
    }
    this.collectionLeases = collectionLeases;
    this.guard = guard;
    this.settlement = settlement;
    this.flags = flags;
    this.webhooks = webhooks;
    this.config = config;
    this.schedule = config.settlement().polls();
  }

  @Override
  protected Uni<List<PendingCollection>> claim(int most, Duration lease) {
    return collectionLeases.claim(most, lease);
  }

  @Override
  protected Uni<Void> workOn(PendingCollection collection) {
    if (!collection.isReadable()) {
      return leaveUnread(collection);
    }
    Duration left = collection.expiresIn();
    if (collection.isUnprompted() && left.compareTo(config.shortestPrompt()) < 0) {
      return leaveUnprompted(collection, left);
    }
    return call(collection, timeout(collection.status(), left))
        .chain(outcome -> apply(collection, outcome))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> skip(collection, away.retryAfter()));
  }

  /**
   * The encryption key of the customer or of the webhook's signature is gone, so the rail is not
   * called. The collection waits for the key; it ends when its time is up all the same, flagged.
   */
  private Uni<Void> leaveUnread(PendingCollection collection) {
    Duration left = collection.expiresIn();
    if (collection.status().isFinal()) {
      return watchOn(collection);
    }
    return isOver(left)
        ? cancel(collection).chain(() -> flags.flag(collection.id()))
        : leases.skip(collection.lease(), shorter(left, config.settlement().lease()));
  }

  /** Too little time is left for a prompt: the collection ends when its time is up. */
  private Uni<Void> leaveUnprompted(PendingCollection collection, Duration left) {
    return isOver(left) ? cancel(collection) : leases.postpone(collection.lease(), left);
  }

  /**
   * Time that a rail has to answer. A pending collection waits no longer than its customer has.
   * Once the time is up the rail is asked one last time, briefly, so that an approval of the last
   * moment is not reported as a cancellation.
   */
  private Duration timeout(CollectionStatus status, Duration left) {
    Duration usual = config.settlement().railTimeout();
    if (status.isFinal()) {
      return usual;
    }
    return shorter(usual, isOver(left) ? config.lastAnswerWithin() : left);
  }

  private Uni<CollectionOutcome> call(PendingCollection collection, Duration timeout) {
    return guard.call(
        collection.rail(),
        rail ->
            collection.isUnprompted()
                ? rail.prompt(collection.instruction())
                : rail.ask(collection.instruction()),
        timeout);
  }

  /**
   * The rail was not called, so the next poll does the work of this one. Once the time is up a rail
   * that is away counts as one without an answer.
   */
  private Uni<Void> skip(PendingCollection collection, Duration retryAfter) {
    Duration left = collection.expiresIn();
    return collection.status().isFinal() || isOver(left)
        ? apply(collection, new CollectionOutcome.Unknown("the rail is away"))
        : leases.skip(collection.lease(), shorter(retryAfter, left));
  }

  /** Applies the rail's answer to this poll. */
  Uni<Void> apply(PendingCollection collection, CollectionOutcome outcome) {
    CollectionDecision decision = CollectionDecision.of(collection.status(), outcome);
    if (decision instanceof Settle settle) {
      return settle(collection, settle, Optional.empty())
          .chain(effect -> effect == Effect.NONE ? compare(collection, outcome) : done());
    }
    if (decision instanceof PollAgain again) {
      LOG.debugf("%s: outcome unknown: %s", collection, again.why());
      return collection.status().isFinal() ? watchOn(collection) : pollAgain(collection);
    }
    return flagDiscrepancy(collection, outcome, decision)
        .chain(() -> leases.end(collection.lease()));
  }

  private Uni<Void> pollAgain(PendingCollection collection) {
    Duration left = collection.expiresIn();
    return isOver(left)
        ? cancel(collection)
        : leases.postpone(collection.lease(), schedule.waitAfter(collection.calls(), left));
  }

  private Uni<Void> cancel(PendingCollection collection) {
    Duration watchAfter = schedule.waitAfter(collection.calls(), config.latePaymentsFor());
    return settle(collection, CollectionDecision.expiry(), Optional.of(watchAfter))
        .replaceWithVoid();
  }

  private Uni<Void> watchOn(PendingCollection collection) {
    Duration left = config.latePaymentsFor().plus(collection.expiresIn());
    if (!isOver(left)) {
      return leases.postpone(collection.lease(), schedule.waitAfter(collection.calls(), left));
    }
    LOG.warnf("%s: nobody could tell whether it was paid after it had ended: flagged", collection);
    return flags.giveUp(collection.lease());
  }

  private Uni<Effect> settle(
      PendingCollection collection, Settle decision, Optional<Duration> watchAfter) {
    return settlement
        .apply(new Settlement(collection, decision, watchAfter, webhooks.of(collection, decision)))
        .invoke(
            effect -> {
              if (effect == Effect.CREDITED_LATE) {
                LOG.warnf("%s was paid after it had ended: credited and flagged", collection);
              }
            });
  }

  /**
   * Compares the outcome with the decision that ended the collection in the meantime. A payment is
   * credited all the same.
   */
  private Uni<Void> compare(PendingCollection collection, CollectionOutcome outcome) {
    return settlement.endOf(collection.id()).chain(end -> compare(collection, outcome, end));
  }

  private Uni<Void> compare(PendingCollection collection, CollectionOutcome outcome, End end) {
    CollectionDecision decision = CollectionDecision.of(end.status(), outcome);
    return decision instanceof Settle payment && !end.credited()
        ? settle(collection, payment, Optional.empty()).replaceWithVoid()
        : flagDiscrepancy(collection, outcome, decision);
  }

  private Uni<Void> flagDiscrepancy(
      PendingCollection collection, CollectionOutcome outcome, CollectionDecision decision) {
    return decision instanceof Discrepancy discrepancy
        ? flags.recordDiscrepancy(collection, discrepancy.status(), outcome)
        : done();
  }

  private static boolean isOver(Duration left) {
    return left.isNegative() || left.isZero();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Uni<Void> done() {
    return Uni.createFrom().voidItem();
  }
}
