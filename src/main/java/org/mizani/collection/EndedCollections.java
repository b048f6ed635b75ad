package org.mizani.collection;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.collection.CollectionDecision.Discrepancy;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.callback.CollectionWords;
import org.mizani.rail.callback.Words;
import org.mizani.work.ClaimedRows;

/**
 * Collections that have ended. They are polled again where their network may have said the contrary
 * of their end, or has said the receipt of a payment that was known by a question alone.
 */
@Singleton
final class EndedCollections {

  /** Those that are not polled any more. An id in place of the receipt is the network's or ours. */
  private static final String ENDED =
      """
      SELECT id, status, rail, currency, known_until, network_ids,
             CASE WHEN credited_at IS NOT NULL
               THEN coalesce(paid_minor, amount_minor) END AS credited_minor,
             CASE WHEN credited_at IS NOT NULL
               THEN coalesce(mno_payment_reference, '') END AS reference,
             CASE WHEN mno_payment_reference = ANY (network_ids || id::text)
               THEN mno_payment_reference END AS in_place_of_receipt,
             (extract(epoch FROM now() - created_at) * 1000)::bigint AS age_ms
      FROM collection c
      WHERE id = ANY ($1) AND status <> 'pending'
        AND NOT EXISTS (SELECT FROM collection_due WHERE id = c.id)
      """;

  private static final String POLL_AGAIN =
      """
      INSERT INTO collection_due
        (id, business_id, created_at, next_poll_at, prompted_at, polls, words, network_ids)
      SELECT id, business_id, created_at, now(), created_at, greatest(calls, 1), 1, network_ids
      FROM collection WHERE id = $1
      ON CONFLICT DO NOTHING
      """;

  private final Database database;
  private final CollectionWords words;
  private final CollectionCalls calls;

  EndedCollections(Database database, CollectionWords words, CollectionCalls calls) {
    this.database = database;
    this.words = words;
    this.calls = calls;
  }

  /**
   * Collection that has ended.
   *
   * @param networkIds that the network acknowledged
   * @param reference of the payment that was credited
   * @param inPlaceOfReceipt the id that a payment has as its reference until a receipt is known
   */
  private record Ended(
      Words.Ended collection,
      List<String> networkIds,
      CollectionStatus status,
      Optional<Money> credited,
      Optional<String> reference,
      Optional<String> inPlaceOfReceipt) {

    private static Ended of(Row row) {
      return new Ended(
          new Words.Ended(
              new CallbackSubject(CallbackSubject.Kind.COLLECTION, row.getUUID("id")),
              row.getString("rail"),
              Duration.ofMillis(row.getLong("age_ms")),
              ClaimedRows.time(row, "known_until")),
          ClaimedRows.networkIds(row),
          CollectionStatus.ofCode(row.getString("status")),
          Optional.ofNullable(row.getLong("credited_minor"))
              .map(minor -> new Money(CurrencyUnit.valueOf(row.getString("currency")), minor)),
          Optional.ofNullable(row.getString("reference")),
          Optional.ofNullable(row.getString("in_place_of_receipt")));
    }

    /** Whether it was paid after it had ended without that, or the contrary, or otherwise. */
    private boolean isDeniedBy(CollectionOutcome outcome) {
      CollectionDecision decision = CollectionDecision.of(status, outcome);
      return decision instanceof Discrepancy
          || decision instanceof Settle && credited.isEmpty()
          || outcome instanceof Collected payment && isOtherwise(payment);
    }

    /** Whether a payment is of another amount than was credited. */
    private boolean isOtherwise(Collected payment) {
      return credited.isPresent()
          && payment.amount().filter(paid -> !paid.equals(credited.get())).isPresent();
    }

    /** Whether it is the payment that was credited, now with a receipt. */
    private boolean hasItsReceiptIn(CollectionOutcome outcome) {
      return outcome instanceof Collected payment
          && inPlaceOfReceipt.filter(id -> !id.equals(payment.paymentReference())).isPresent();
    }
  }

  /** Has those polled again whose end their networks may have denied or added a receipt to. */
  Uni<Void> pollAgain(Collection<UUID> ids) {
    return database
        .list(ENDED, Tuple.of((Object) ids.toArray(UUID[]::new)), Ended::of)
        .onItem()
        .transformToMulti(Multi.createFrom()::iterable)
        .onItem()
        .transformToUniAndMerge(this::pollIfChanged)
        .onItem()
        .ignoreAsUni();
  }

  private Uni<Void> pollIfChanged(Ended ended) {
    return isChanged(ended)
        .chain(
            changed ->
                changed
                    ? database
                        .execute(POLL_AGAIN, Tuple.of(ended.collection().subject().id()))
                        .replaceWithVoid()
                    : Uni.createFrom().voidItem());
  }

  /** Whether it names a payment beside the one that was credited: its network is asked about it. */
  private Uni<Boolean> namesAnotherPayment(Ended ended) {
    return ended
        .reference()
        .filter(reference -> calls.isAskedByItsIdAlone(ended.collection().rail()))
        .map(reference -> words.nameAnotherPayment(ended.collection(), reference))
        .orElseGet(() -> Uni.createFrom().item(false));
  }

  /** A receipt counts under an id that was acknowledged: another one is of another payment. */
  private Uni<Boolean> isChanged(Ended ended) {
    return words
        .mayContradict(ended.collection(), ended::isDeniedBy)
        .chain(denied -> denied ? Uni.createFrom().item(true) : namesAnotherPayment(ended))
        .chain(
            changed ->
                changed || ended.inPlaceOfReceipt().isEmpty()
                    ? Uni.createFrom().item(changed)
                    : words.addToEnd(
                        ended.collection(), ended.networkIds(), ended::hasItsReceiptIn));
  }
}
