package org.mizani.collection;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.collection.CollectionDecision.Contradiction;
import org.mizani.collection.CollectionDecision.LookAgain;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.CollectionSettlement.Settlement;
import org.mizani.database.Database;
import org.mizani.lease.LeasedWork;
import org.mizani.lease.Leases;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.RailCall;
import org.mizani.retry.LookSchedule;

/**
 * Brings collections to their end. The customer is prompted once, at the first look; every later
 * look asks what became of the prompt, under the same id. The time alone ends what nobody answers:
 * it is cancelled without asking, and the rail is asked for a late payment for a while after that
 * (decisions, "Collections").
 */
@Singleton
final class CollectionSettler implements LeasedWork.Task<PendingCollection> {

  private static final String TABLE = "collection";

  private static final Logger LOG = Logger.getLogger(CollectionSettler.class);

  private final CollectionClaims claims;
  private final CollectionSettlement settlement;
  private final CollectionWebhook webhooks;
  private final CollectionRouter rails;
  private final CollectionConfig config;
  private final LookSchedule schedule;
  private final Leases leases;
  private final LeasedWork<PendingCollection> work;

  CollectionSettler(
      CollectionClaims claims,
      CollectionSettlement settlement,
      CollectionWebhook webhooks,
      CollectionRouter rails,
      Database database,
      CollectionConfig config) {
    this.claims = claims;
    this.settlement = settlement;
    this.webhooks = webhooks;
    this.rails = rails;
    this.config = config;
    this.schedule = new LookSchedule(config.settlement().lookAgainAfter());
    this.leases = new Leases(database, TABLE, config.settlement().apply());
    this.work = new LeasedWork<>("The settler of collections", this, leases, config.settlement());
  }

  /** See {@link LeasedWork#reserve()}. */
  boolean reserve() {
    return work.reserve();
  }

  /** The collection of a reservation was not created. */
  void giveBackReservation() {
    work.giveBackReservation();
  }

  /** Takes on a collection that has a reservation and a lease. */
  void takeOn(PendingCollection collection) {
    work.takeOn(collection);
  }

  @Scheduled(
      every = "${payments.collection.settlement.every}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> takeOnDueCollections() {
    return work.takeOnDue();
  }

  void stop(@Observes @Priority(1) ShutdownEvent event) {
    work.stop();
  }

  @Override
  public Uni<List<PendingCollection>> claim(int most, Duration lease) {
    return claims.claim(most, lease);
  }

  @Override
  public UUID idOf(PendingCollection collection) {
    return collection.id();
  }

  @Override
  public Uni<Void> workOn(PendingCollection collection) {
    if (!collection.hasExpired()) {
      return instruct(collection, callTimeout(collection));
    }
    if (!collection.status().isFinal()) {
      Duration watchAfter = schedule.waitAfter(collection.looks());
      return settle(collection, CollectionDecision.expiry(), Optional.of(watchAfter))
          .replaceWithVoid();
    }
    return collection.expiresIn().negated().compareTo(config.latePaymentsFor()) < 0
        ? instruct(collection, config.settlement().railTimeout())
        : leases.end(collection.id());
  }

  /** As long as a rail may take, but not beyond the expiry. */
  private Duration callTimeout(PendingCollection collection) {
    return shorter(config.settlement().railTimeout(), collection.expiresIn());
  }

  private Uni<Void> instruct(PendingCollection collection, Duration timeout) {
    return rails
        .railNamed(collection.rail())
        .map(rail -> call(rail, collection, timeout))
        .orElseGet(() -> Uni.createFrom().item(notConnected(collection)))
        .chain(outcome -> apply(collection, outcome, collection.status()));
  }

  private static CollectionOutcome notConnected(PendingCollection collection) {
    return new CollectionOutcome.Unknown("rail " + collection.rail() + " is not connected");
  }

  private static Uni<CollectionOutcome> call(
      CollectionRail rail, PendingCollection collection, Duration timeout) {
    return RailCall.<CollectionOutcome>orUnknown(
        () ->
            collection.isFirstLook()
                ? rail.prompt(collection.instruction())
                : rail.ask(collection.instruction()),
        timeout,
        CollectionOutcome.Unknown::new);
  }

  private Uni<Void> apply(
      PendingCollection collection, CollectionOutcome outcome, CollectionStatus status) {
    CollectionDecision decision = CollectionDecision.of(status, outcome);
    if (decision instanceof Settle settle) {
      return settle(collection, settle, Optional.empty())
          .chain(effect -> effect == Effect.NONE ? compare(collection, outcome) : done());
    }
    if (decision instanceof LookAgain again) {
      LOG.debugf("%s: outcome unknown: %s", collection, again.why());
      return leases.postpone(collection.id(), waitBeforeLookingAgain(collection));
    }
    reportIfContradicted(collection, outcome, decision);
    return leases.end(collection.id());
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

  /** Somebody else made it final in the meantime: does the rail's answer agree? */
  private Uni<Void> compare(PendingCollection collection, CollectionOutcome outcome) {
    return settlement
        .statusOf(collection.id())
        .invoke(
            status ->
                reportIfContradicted(collection, outcome, CollectionDecision.of(status, outcome)))
        .replaceWithVoid();
  }

  private static void reportIfContradicted(
      PendingCollection collection, CollectionOutcome outcome, CollectionDecision decision) {
    if (decision instanceof Contradiction contradiction) {
      LOG.errorf(
          "%s is %s, but rail %s now answers %s: look into it",
          collection, contradiction.status(), collection.rail(), outcome);
    }
  }

  private Duration waitBeforeLookingAgain(PendingCollection collection) {
    Duration wait = schedule.waitAfter(collection.looks());
    if (collection.status().isFinal()) {
      return wait;
    }
    return collection.hasExpired() ? Duration.ZERO : shorter(wait, collection.expiresIn());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Uni<Void> done() {
    return Uni.createFrom().voidItem();
  }
}
