package org.mizani.collection;

import static org.mizani.work.Waits.isOver;
import static org.mizani.work.Waits.shorter;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.collection.CollectionDecision.Discrepancy;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.RailAway;
import org.mizani.rail.callback.PaymentListener;
import org.mizani.rail.callback.Words;
import org.mizani.work.ClaimedRows;
import org.mizani.work.LeasedWork;

/**
 * Settler of collections: calls the rail, or hears what it has said by itself, and draws the
 * consequences. A collection without a call waits: for its encryption key, for its rail, for the
 * switch of submissions (ADR 22), or for the end of its time.
 */
@Singleton
final class CollectionSettler extends LeasedWork<PendingCollection> implements PaymentListener {

  /** The collections that have ended, and are not polled any more. */
  private static final String ENDED =
      """
      SELECT id, status, rail, currency, known_until,
             CASE WHEN credited_at IS NOT NULL
               THEN coalesce(paid_minor, amount_minor) END AS credited_minor,
             (extract(epoch FROM now() - created_at) * 1000)::bigint AS age_ms
      FROM collection c
      WHERE id = ANY ($1) AND status <> 'pending'
        AND NOT EXISTS (SELECT FROM collection_due WHERE id = c.id)
      """;

  /** Has a collection polled again. */
  private static final String POLL_AGAIN =
      """
      INSERT INTO collection_due
        (id, business_id, created_at, next_poll_at, prompted_at, polls, words, network_ids)
      SELECT id, business_id, created_at, now(), created_at, greatest(calls, 1), 1, network_ids
      FROM collection WHERE id = $1
      ON CONFLICT DO NOTHING
      """;

  private final Database database;
  private final CollectionLeases collectionLeases;
  private final Words words;
  private final CollectionCalls calls;
  private final CollectionConsequences consequences;
  private final FlaggedCollections flags;
  private final CollectionConfig config;

  CollectionSettler(
      Database database,
      CollectionLeases collectionLeases,
      Words words,
      CollectionCalls calls,
      CollectionConsequences consequences,
      FlaggedCollections flags,
      CollectionConfig config) {
    super("Settling collections", collectionLeases.all(), config.settlement());
    if (config.shortestPrompt().compareTo(config.expiresAfter()) >= 0) {
      throw new ConfigurationException(
          "payments.collection.shortest-prompt must be shorter than"
              + " payments.collection.expires-after.");
    }
    this.database = database;
    this.collectionLeases = collectionLeases;
    this.words = words;
    this.calls = calls;
    this.consequences = consequences;
    this.flags = flags;
    this.config = config;
  }

  @Override
  public CallbackSubject.Kind kind() {
    return CallbackSubject.Kind.COLLECTION;
  }

  /** A collection that has ended. */
  private record Ended(Words.Ended collection, CollectionStatus status, Optional<Money> credited) {

    private static Ended of(io.vertx.mutiny.sqlclient.Row row) {
      return new Ended(
          new Words.Ended(
              new CallbackSubject(CallbackSubject.Kind.COLLECTION, row.getUUID("id")),
              row.getString("rail"),
              Duration.ofMillis(row.getLong("age_ms")),
              ClaimedRows.time(row, "known_until")),
          CollectionStatus.ofCode(row.getString("status")),
          Optional.ofNullable(row.getLong("credited_minor"))
              .map(minor -> new Money(CurrencyUnit.valueOf(row.getString("currency")), minor)));
    }

    /** Whether it was paid after it had ended without that, or the contrary, or otherwise. */
    private boolean isDeniedBy(CollectionOutcome outcome) {
      CollectionDecision decision = CollectionDecision.of(status, outcome);
      return decision instanceof Discrepancy
          || decision instanceof Settle && credited.isEmpty()
          || outcome instanceof Collected payment
              && credited.isPresent()
              && payment.amount().filter(paid -> !paid.equals(credited.get())).isPresent();
    }
  }

  /** Has the collections polled again whose network may have said the contrary of their end. */
  @Override
  protected Uni<Void> reopen(Collection<UUID> ids) {
    return database
        .list(ENDED, Tuple.of((Object) ids.toArray(UUID[]::new)), Ended::of)
        .onItem()
        .transformToMulti(Multi.createFrom()::iterable)
        .onItem()
        .transformToUniAndMerge(this::pollWhereContradicted)
        .onItem()
        .ignoreAsUni();
  }

  @Override
  public Uni<Void> lookAgain(UUID ended) {
    return reopen(List.of(ended));
  }

  private Uni<Void> pollWhereContradicted(Ended ended) {
    Words.Ended collection = ended.collection();
    return words
        .mayContradictCollection(collection, ended::isDeniedBy)
        .chain(
            contradicted ->
                contradicted
                    ? database
                        .execute(POLL_AGAIN, Tuple.of(collection.subject().id()))
                        .replaceWithVoid()
                    : Uni.createFrom().voidItem());
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
    return said(collection)
        .chain(
            word ->
                word.isPresent()
                    ? consequences.apply(collection, word.get())
                    : promptOrAsk(collection, left));
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
    Duration early = calls.untilAsking(collection);
    if (!collection.isUnprompted() && !isOver(early) && !isOver(left)) {
      return skip(collection, shorter(early, left));
    }
    return calls
        .call(collection, (timeout, call) -> call(collection, timeout, call))
        .chain(outcome -> consequences.apply(collection, outcome))
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
      return said(collection)
          .chain(
              word ->
                  word.map(outcome -> consequences.apply(collection, outcome))
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
   * that is away counts as one without an answer, unless all calls are held.
   */
  private Uni<Void> awaitRail(PendingCollection collection, Duration retryAfter) {
    Duration left = collection.expiresIn();
    return collection.status().isFinal() || isOver(left)
        ? unlessHeld(
            collection,
            () -> consequences.apply(collection, new CollectionOutcome.Unknown("the rail is away")))
        : skip(collection, shorter(retryAfter, left));
  }
}
