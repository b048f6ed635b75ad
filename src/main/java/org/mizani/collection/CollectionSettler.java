package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.mizani.collection.CollectionDecision.Discrepancy;
import org.mizani.collection.CollectionDecision.PollAgain;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.CollectionSettlement.Effect;
import org.mizani.collection.CollectionSettlement.End;
import org.mizani.collection.CollectionSettlement.Settlement;
import org.mizani.database.Database;
import org.mizani.money.Money;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionOutcome.NotFound;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.callback.PaymentListener;
import org.mizani.rail.callback.Words;
import org.mizani.rail.guard.RailGuard;
import org.mizani.work.LeasedWork;
import org.mizani.work.PollSchedule;

/**
 * Settler of collections: calls the rail, decides by its answer, applies the decision. The customer
 * is prompted at the first call of the rail; every later call asks for the outcome, under the same
 * id. Only if the network does not have the prompt, and asks once for each id, is it sent again
 * while the collection is pending (ADR 18). Without an answer the collection is cancelled when its
 * time is up, and polled for a late payment for a while after that (ADR 8).
 */
@Singleton
final class CollectionSettler extends LeasedWork<PendingCollection> implements PaymentListener {

  private static final Logger LOG = Logger.getLogger(CollectionSettler.class);

  private final CollectionLeases collectionLeases;
  private final CollectionRouter rails;
  private final RailGuard<CollectionRail, CollectionOutcome> guard;
  private final Words words;
  private final CollectionSettlement settlement;
  private final FlaggedCollections flags;
  private final CollectionWebhook webhooks;
  private final CollectionConfig config;
  private final PollSchedule schedule;

  CollectionSettler(
      Database database,
      CollectionLeases collectionLeases,
      CollectionRouter rails,
      RailGuard<CollectionRail, CollectionOutcome> guard,
      Words words,
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
    this.rails = rails;
    this.guard = guard;
    this.words = words;
    this.settlement = settlement;
    this.flags = flags;
    this.webhooks = webhooks;
    this.config = config;
    this.schedule = config.settlement().polls();
  }

  @Override
  public CallbackSubject.Kind kind() {
    return CallbackSubject.Kind.COLLECTION;
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
    return said(collection)
        .chain(
            word ->
                word.isPresent() ? apply(collection, word.get()) : promptOrAsk(collection, left));
  }

  /** What the network has said by itself, where that counts. */
  private Uni<Optional<CollectionOutcome>> said(PendingCollection collection) {
    return collection.isUnprompted()
        ? Uni.createFrom().item(Optional.empty())
        : words.aboutCollection(
            collection.subject(),
            collection.rail(),
            collection.timing().age(),
            collection.networkIds());
  }

  private Uni<Void> promptOrAsk(PendingCollection collection, Duration left) {
    Duration early = untilAsking(collection);
    if (!collection.isUnprompted() && !isOver(early) && !isOver(left)) {
      return skip(collection, shorter(early, left));
    }
    return call(collection, timeout(collection.status(), left))
        .chain(answer -> lookAfterLost(collection, answer))
        .chain(outcome -> apply(collection, outcome))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> awaitRail(collection, away.retryAfter()));
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
        : skip(collection, shorter(left, config.settlement().lease()));
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
    return collection.isUnprompted()
        ? prompt(collection, timeout)
        : guarded(
            collection,
            timeout,
            () ->
                guard.ask(collection.rail(), rail -> rail.ask(collection.instruction()), timeout));
  }

  private Uni<CollectionOutcome> prompt(PendingCollection collection, Duration timeout) {
    return guarded(
        collection,
        timeout,
        () ->
            guard.submit(
                collection.rail(), rail -> rail.prompt(collection.instruction()), timeout));
  }

  private Uni<CollectionOutcome> guarded(
      PendingCollection collection, Duration timeout, Supplier<Uni<CollectionOutcome>> call) {
    return call(collection, guard.longest(collection.rail(), timeout), call);
  }

  /**
   * Looks after a prompt that its network does not have, once the network's word counts: it is sent
   * again where that is safe and of use, and has lapsed where its time is up.
   */
  private Uni<CollectionOutcome> lookAfterLost(
      PendingCollection collection, CollectionOutcome answer) {
    Optional<RailCapabilities> capabilities =
        rails.railNamed(collection.rail()).map(CollectionRail::capabilities);
    Duration since = collection.timing().sincePrompt().orElse(Duration.ZERO);
    if (!(answer instanceof NotFound) || capabilities.filter(c -> c.isLost(since)).isEmpty()) {
      return Uni.createFrom().item(answer);
    }
    Duration left = collection.expiresIn();
    if (collection.status().isFinal() || isOver(left)) {
      return Uni.createFrom().item(new Lapsed());
    }
    return capabilities.get().maySubmitAgain(collection.timing().age(), since)
            && left.compareTo(config.shortestPrompt()) >= 0
        ? promptAgain(collection, answer)
        : Uni.createFrom().item(answer);
  }

  private Uni<CollectionOutcome> promptAgain(
      PendingCollection collection, CollectionOutcome answer) {
    Duration timeout = timeout(collection.status(), collection.expiresIn());
    return collectionLeases
        .promptAgain(collection.lease())
        .chain(ours -> ours ? prompt(collection, timeout) : Uni.createFrom().item(answer));
  }

  /**
   * The rail was not called, so the next poll does the work of this one. Once the time is up a rail
   * that is away counts as one without an answer.
   */
  private Uni<Void> awaitRail(PendingCollection collection, Duration retryAfter) {
    Duration left = collection.expiresIn();
    return collection.status().isFinal() || isOver(left)
        ? apply(collection, new CollectionOutcome.Unknown("the rail is away"))
        : skip(collection, shorter(retryAfter, left));
  }

  /** Applies the rail's answer to this poll. */
  Uni<Void> apply(PendingCollection collection, CollectionOutcome said) {
    CollectionOutcome outcome = creditable(collection, said);
    CollectionDecision decision = CollectionDecision.of(collection.status(), outcome);
    if (decision instanceof Settle settle) {
      return settle(collection, settle, Optional.empty())
          .chain(effect -> effect == Effect.NONE ? compare(collection, outcome) : done());
    }
    if (decision instanceof PollAgain again) {
      LOG.debugf("%s: outcome unknown: %s", collection, again.why());
      return pollAgain(collection, again.networkId());
    }
    return flagDiscrepancy(collection, outcome, decision)
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
      Duration wait = longer(schedule.waitAfter(collection.calls()), untilAsking(collection));
      return leases.postpone(collection.lease(), shorter(wait, left), networkId);
    }
    return leases
        .noteNetworkId(collection.lease(), networkId)
        .chain(() -> collection.status().isFinal() ? watchOn(collection) : cancel(collection));
  }

  private Duration untilAsking(PendingCollection collection) {
    Duration since = collection.timing().sincePrompt().orElse(Duration.ZERO);
    return rails
        .railNamed(collection.rail())
        .map(rail -> rail.capabilities().untilAsking(since))
        .orElse(Duration.ZERO);
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

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Uni<Void> done() {
    return Uni.createFrom().voidItem();
  }
}
