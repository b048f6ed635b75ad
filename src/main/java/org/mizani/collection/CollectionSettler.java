package org.mizani.collection;

import static org.mizani.work.Waits.isOver;
import static org.mizani.work.Waits.shorter;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.RailAway;
import org.mizani.rail.callback.CollectionWords;
import org.mizani.rail.callback.PaymentListener;
import org.mizani.rail.callback.PromptWords;
import org.mizani.work.LeasedWork;

/**
 * Settler of collections: calls the rail, or hears what it has said by itself, and draws the
 * consequences. A collection without a call waits: for its encryption key, for its rail, for the
 * switch of submissions (ADR 22), or for the end of its time.
 */
@Singleton
final class CollectionSettler extends LeasedWork<PendingCollection> implements PaymentListener {

  private final CollectionLeases collectionLeases;
  private final CollectionWords words;
  private final CollectionCalls calls;
  private final CollectionConsequences consequences;
  private final FlaggedCollections flags;
  private final EndedCollections ended;
  private final CollectionConfig config;

  CollectionSettler(
      CollectionLeases collectionLeases,
      CollectionWords words,
      CollectionCalls calls,
      CollectionConsequences consequences,
      FlaggedCollections flags,
      EndedCollections ended,
      CollectionConfig config) {
    super("Settling collections", collectionLeases.all(), config.settlement());
    if (config.shortestPrompt().compareTo(config.expiresAfter()) >= 0) {
      throw new ConfigurationException(
          "payments.collection.shortest-prompt must be shorter than"
              + " payments.collection.expires-after.");
    }
    this.collectionLeases = collectionLeases;
    this.words = words;
    this.calls = calls;
    this.consequences = consequences;
    this.flags = flags;
    this.ended = ended;
    this.config = config;
  }

  @Override
  public CallbackSubject.Kind kind() {
    return CallbackSubject.Kind.COLLECTION;
  }

  @Override
  protected Uni<Void> reopen(Collection<UUID> ids) {
    return ended.pollAgain(ids);
  }

  @Override
  public Uni<Void> lookAgain(UUID collection) {
    return reopen(List.of(collection));
  }

  @Override
  protected Uni<List<PendingCollection>> claim(int most, Duration lease) {
    return collectionLeases.claim(most, lease);
  }

  @Override
  protected Uni<Void> workOn(PendingCollection collection) {
    if (collection.isUnprompted() && collection.status().isFinal()) {
      // Settled by hand before its customer was prompted: nobody is, and no payment can come.
      return leases.end(collection.lease());
    }
    if (!collection.isReadable()) {
      return leaveUnread(collection);
    }
    Duration left = collection.expiresIn();
    if (collection.isUnprompted() && left.compareTo(config.shortestPrompt()) < 0) {
      return leaveUnprompted(collection, left);
    }
    return heard(collection)
        .chain(
            heard ->
                calls
                    .outcome(collection, heard)
                    .map(outcome -> apply(collection, heard, outcome))
                    .orElseGet(() -> promptOrAsk(collection, heard, left)));
  }

  /** The words of the network about it. */
  private Uni<PromptWords> heard(PendingCollection collection) {
    return collection.isUnprompted()
        ? Uni.createFrom().item(PromptWords.none(collection.subject()))
        : words.about(collection.subject(), collection.rail(), collection.timing().age());
  }

  /** One of the callbacks may name a second payment, which is not heard of again. */
  private Uni<Void> apply(
      PendingCollection collection, PromptWords heard, CollectionOutcome outcome) {
    return consequences.apply(collection, outcome, calls.isNotAll(outcome, collection, heard));
  }

  private Uni<Void> promptOrAsk(PendingCollection collection, PromptWords heard, Duration left) {
    Duration early = calls.untilAsking(collection);
    if (!collection.isUnprompted() && !isOver(early) && !isOver(left)) {
      return skip(collection, shorter(early, left));
    }
    return calls
        .call(
            collection,
            heard,
            (timeout, call) -> call(collection, timeout, lasts -> call.apply(lasts::getAsBoolean)))
        .chain(outcome -> apply(collection, heard, outcome))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> awaitRail(collection, away));
  }

  /**
   * The encryption key of the customer or of the webhook's signature is gone, so the rail is not
   * called. The collection waits for the key; it ends when its time is up all the same, flagged.
   */
  private Uni<Void> leaveUnread(PendingCollection collection) {
    Duration left = collection.expiresIn();
    if (collection.status().isFinal()) {
      return heard(collection)
          .chain(
              heard ->
                  calls
                      .outcome(collection, heard)
                      .map(outcome -> apply(collection, heard, outcome))
                      .orElseGet(() -> consequences.watchOn(collection)));
    }
    return isOver(left)
        ? unlessHeld(
            collection,
            () -> consequences.cancel(collection).chain(() -> flags.flag(collection.id())))
        : skip(collection, shorter(left, config.settlement().lease()));
  }

  /** Too little time is left for a prompt: the collection ends when its time is up. */
  private Uni<Void> leaveUnprompted(PendingCollection collection, Duration left) {
    return isOver(left)
        ? unlessHeld(collection, () -> consequences.cancel(collection))
        : skip(collection, left);
  }

  /** Not while its rail is held (ADR 22: a restored database may not know all), or not asked. */
  private Uni<Void> unlessHeld(PendingCollection collection, Supplier<Uni<Void>> end) {
    return calls.heldFor(collection).map(wait -> skip(collection, wait)).orElseGet(end);
  }

  /**
   * The rail was not called, so the next poll does the work of this one. Once the time is up a rail
   * that is away counts as one without an answer, unless all calls are held. A watch waits for the
   * end of a pause, also if that has come since: its network was not asked.
   */
  private Uni<Void> awaitRail(PendingCollection collection, RailAway away) {
    Duration left = collection.expiresIn();
    if (collection.status().isFinal() && away.isPaused()) {
      return skip(collection, away.retryAfter());
    }
    return collection.status().isFinal() || isOver(left)
        ? unlessHeld(
            collection,
            () -> consequences.apply(collection, new CollectionOutcome.Unknown("the rail is away")))
        : skip(collection, shorter(away.retryAfter(), left));
  }
}
