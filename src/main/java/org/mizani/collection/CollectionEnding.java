package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.collection.CollectionDecision.Contradiction;
import org.mizani.collection.CollectionDecision.LookAgain;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.CollectionSettlement.End;
import org.mizani.collection.CollectionSettlement.Settlement;
import org.mizani.database.Database;
import org.mizani.rail.CollectionOutcome;
import org.mizani.work.Leases;
import org.mizani.work.PollSchedule;

/**
 * Carries out what a rail's answer means for a collection. Without one the time decides: what
 * nobody has answered is cancelled, and looked at for a late payment for a while after that
 * (decisions, "Collections"; ADR 8).
 */
@Singleton
final class CollectionEnding {

  private static final String TABLE = "collection";

  private static final Logger LOG = Logger.getLogger(CollectionEnding.class);

  private final CollectionSettlement settlement;
  private final CollectionWebhook webhooks;
  private final Leases leases;
  private final PollSchedule schedule;
  private final Duration latePaymentsFor;
  private final Duration whileUnreadable;

  CollectionEnding(
      CollectionSettlement settlement,
      CollectionWebhook webhooks,
      Database database,
      CollectionConfig config) {
    this.settlement = settlement;
    this.webhooks = webhooks;
    this.leases = new Leases(database, TABLE, config.settlement().apply());
    this.schedule = new PollSchedule(config.settlement().lookAgainAfter());
    this.latePaymentsFor = config.latePaymentsFor();
    this.whileUnreadable = config.settlement().lease();
  }

  Leases leases() {
    return leases;
  }

  /** Applies what the rail has answered to this look. */
  Uni<Void> apply(PendingCollection collection, CollectionOutcome outcome) {
    CollectionDecision decision = CollectionDecision.of(collection.status(), outcome);
    if (decision instanceof Settle settle) {
      return settle(collection, settle, Optional.empty())
          .chain(effect -> effect == Effect.NONE ? compare(collection, outcome) : done());
    }
    if (decision instanceof LookAgain again) {
      LOG.debugf("%s: outcome unknown: %s", collection, again.why());
      return collection.status().isFinal() ? watchOn(collection) : lookAgain(collection);
    }
    return flagIfContradicted(collection, outcome, decision)
        .chain(() -> leases.end(collection.lease()));
  }

  /**
   * Does not prompt a customer who has hardly any time left, or none: whatever held the prompt up,
   * the collection ends when its time is up.
   */
  Uni<Void> leaveUnprompted(PendingCollection collection) {
    Duration left = collection.expiresIn();
    return left.isNegative() || left.isZero()
        ? lookAgain(collection)
        : leases.postpone(collection.lease(), left);
  }

  /**
   * The rail was not called, for it is away: the next look does what this one was for. Once the
   * time is up that is as good as no answer.
   */
  Uni<Void> putOff(PendingCollection collection, Duration retryAfter) {
    Duration left = collection.expiresIn();
    if (collection.status().isFinal() || left.isNegative() || left.isZero()) {
      return apply(collection, new CollectionOutcome.Unknown("the rail is away"));
    }
    return leases.putOff(collection.lease(), retryAfter.compareTo(left) < 0 ? retryAfter : left);
  }

  /**
   * The rail cannot be told whose collection it is, or the business how it ends: the encryption key
   * is gone. It waits for that, and ends when its time is up all the same, flagged.
   */
  Uni<Void> leaveUnread(PendingCollection collection) {
    Duration left = collection.expiresIn();
    if (collection.status().isFinal()) {
      return watchOn(collection);
    }
    if (!left.isNegative() && !left.isZero()) {
      Duration wait = left.compareTo(whileUnreadable) < 0 ? left : whileUnreadable;
      return leases.putOff(collection.lease(), wait);
    }
    return lookAgain(collection).chain(() -> settlement.flag(collection.id()));
  }

  private Uni<Void> lookAgain(PendingCollection collection) {
    Duration left = collection.expiresIn();
    if (!left.isNegative() && !left.isZero()) {
      return leases.postpone(collection.lease(), schedule.waitAfter(collection.calls(), left));
    }
    Optional<Duration> watchAfter =
        Optional.of(schedule.waitAfter(collection.calls(), latePaymentsFor));
    return settle(collection, CollectionDecision.expiry(), watchAfter).replaceWithVoid();
  }

  private Uni<Void> watchOn(PendingCollection collection) {
    Duration left = latePaymentsFor.plus(collection.expiresIn());
    if (!left.isNegative() && !left.isZero()) {
      return leases.postpone(collection.lease(), schedule.waitAfter(collection.calls(), left));
    }
    LOG.warnf("%s: nobody could tell whether it was paid after it had ended: flagged", collection);
    return settlement.giveUp(collection.lease());
  }

  private Uni<Effect> settle(
      PendingCollection collection, Settle decision, Optional<Duration> watchAfter) {
    return settlement
        .apply(
            new Settlement(
                collection.id(), decision, watchAfter, webhooks.of(collection, decision)))
        .invoke(
            effect -> {
              if (effect == Effect.CREDITED_LATE) {
                LOG.warnf("%s was paid after it had ended: credited and flagged", collection);
              }
            });
  }

  /**
   * Another decision was made about it in the meantime. Does the rail's answer agree? A payment is
   * credited all the same.
   */
  private Uni<Void> compare(PendingCollection collection, CollectionOutcome outcome) {
    return settlement.endOf(collection.id()).chain(end -> compare(collection, outcome, end));
  }

  private Uni<Void> compare(PendingCollection collection, CollectionOutcome outcome, End end) {
    CollectionDecision decision = CollectionDecision.of(end.status(), outcome);
    if (decision instanceof Settle payment && !end.credited()) {
      return settle(collection, payment, Optional.empty()).replaceWithVoid();
    }
    return flagIfContradicted(collection, outcome, decision);
  }

  private Uni<Void> flagIfContradicted(
      PendingCollection collection, CollectionOutcome outcome, CollectionDecision decision) {
    if (!(decision instanceof Contradiction contradiction)) {
      return done();
    }
    // Not in the rail's own words, which may be about a person.
    LOG.errorf(
        "%s is %s, but rail %s now answers %s: look into it",
        collection, contradiction.status(), collection.rail(), outcome.getClass().getSimpleName());
    return settlement.flag(collection.id());
  }

  private static Uni<Void> done() {
    return Uni.createFrom().voidItem();
  }
}
