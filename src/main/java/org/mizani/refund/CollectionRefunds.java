package org.mizani.refund;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.collection.record.PaidCollection;
import org.mizani.corridor.Channel;
import org.mizani.corridor.PhoneNumber;
import org.mizani.database.Database;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.money.Money;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;

/**
 * Refunds of collections, in whole or in parts (ADR 20). A refund is a payout to the customer's
 * phone, without a fee, from the wallet that the collection credited, by the network that collected
 * it; it is settled as every payout is.
 */
@Singleton
public final class CollectionRefunds {

  private static final String LOCK = "SELECT id FROM wallet WHERE id = $1 FOR NO KEY UPDATE";

  /** What refunds have taken of collection {@code $1}, but for those whose money is back. */
  private static final String TAKEN =
      """
      SELECT coalesce(sum(r.amount_minor), 0)::bigint AS taken
      FROM collection_refund r JOIN payout p ON p.id = r.id
      WHERE r.collection_id = $1 AND p.status <> 'failure'
        AND NOT EXISTS (SELECT FROM payout_return WHERE payout_id = p.id)
      """;

  private final Database database;
  private final CollectionRepository collections;
  private final PayoutRouter rails;
  private final RefundCreation creation;
  private final InstantSource clock;

  CollectionRefunds(
      Database database,
      CollectionRepository collections,
      PayoutRouter rails,
      RefundCreation creation,
      InstantSource clock) {
    this.database = database;
    this.collections = collections;
    this.rails = rails;
    this.creation = creation;
    this.clock = clock;
  }

  /**
   * Refund as it is asked for.
   *
   * @param reference of ours, once a collection
   * @param amount in major units; empty for all that is left
   */
  public record Entry(String reference, Optional<BigDecimal> amount) {}

  /**
   * Refund that was entered, with the id of the payout that pays it.
   *
   * @param isNew false if the reference had entered it before
   * @param byBusiness whether its business entered it, or an operator
   */
  public record Refund(UUID payoutId, Money amount, boolean isNew, boolean byBusiness) {

    /** Whether another side entered it, or another amount is asked for, where one is. */
    boolean isNotOf(Entry asked, boolean ofBusiness) {
      return byBusiness != ofBusiness
          || asked
              .amount()
              .map(major -> RefundOrder.money(major, amount.currency()))
              .filter(money -> !money.equals(amount))
              .isPresent();
    }
  }

  /**
   * Enters a refund. Repeated with the same reference it moves nothing.
   *
   * @param note runs in the same transaction, after the hold; if it fails, nothing was entered
   * @throws ApiException (as failure) 400 for an amount that is more than is left, or that the
   *     network does not move; 404 {@code collection not found}; 409 {@code collection is not
   *     paid}, {@code collection is refunded}, {@code customer cannot be read any more}, or {@code
   *     reference of another movement}; 412 {@code insufficient available balance}; 422 {@code
   *     corridor not available} if the network that collected does not pay; 503 for a customer that
   *     cannot be decrypted, which the log has as an ERROR
   */
  public Uni<Refund> enter(UUID collectionId, Entry entry, Function<Refund, Uni<Void>> note) {
    return collections
        .paid(collectionId)
        .chain(collection -> enter(collection, entry, order -> RefundTerms.NONE, note))
        .invoke(
            refund -> {
              if (refund.isNotOf(entry, false)) {
                throw OperatorFault.REFERENCE_OF_ANOTHER_MOVEMENT.asException();
              }
            });
  }

  /**
   * Enters a refund under these terms of its order; fails as the other one, but answers a used
   * reference whatever it has refunded.
   */
  Uni<Refund> enter(
      PaidCollection collection,
      Entry entry,
      Function<RefundOrder, RefundTerms> terms,
      Function<Refund, Uni<Void>> note) {
    return database.inTransaction(
        () ->
            database
                .execute(LOCK, Tuple.of(collection.walletId()))
                .chain(() -> CollectionRefund.of(collection.id(), entry.reference()))
                .chain(
                    before ->
                        before == null
                            ? enterNew(order(collection), entry, terms, note)
                            : Uni.createFrom().item(repeated(collection, before))));
  }

  private RefundOrder order(PaidCollection collection) {
    PhoneNumber customer = collection.customer().orElseThrow(() -> unreadable(collection));
    PayoutRail rail =
        rails
            .railNamed(collection.rail())
            .filter(found -> found.serves(customer.country(), Channel.MOBILE))
            .orElseThrow(ApiFault.CORRIDOR_NOT_AVAILABLE::asException);
    return new RefundOrder(collection, customer, rail);
  }

  /** An encryption key that is missing may come back: then the same request is carried out. */
  private static ApiException unreadable(PaidCollection collection) {
    return collection.erased()
        ? OperatorFault.CUSTOMER_UNREADABLE.asException()
        : ApiFault.SERVICE_UNAVAILABLE.asException();
  }

  private static Refund repeated(PaidCollection collection, CollectionRefund before) {
    return new Refund(
        before.id(),
        new Money(collection.paid().currency(), before.amountMinor()),
        false,
        before.byBusiness());
  }

  /** Under the lock of its wallet, so that refunds of one collection follow each other. */
  private Uni<Refund> enterNew(
      RefundOrder order,
      Entry entry,
      Function<RefundOrder, RefundTerms> termsOf,
      Function<Refund, Uni<Void>> note) {
    RefundTerms terms = termsOf.apply(order);
    return database
        .one(TAKEN, Tuple.of(order.collection().id()), row -> row.getLong("taken"))
        .map(taken -> new Money(order.currency(), order.collection().paid().minor() - taken))
        .map(left -> terms.allowed(order.amount(entry.amount(), left)))
        .map(
            amount ->
                new Refund(TimeOrderedId.at(clock.millis()), amount, true, terms.byBusiness()))
        .call(
            refund ->
                creation
                    .create(refund.payoutId(), order, entry.reference(), refund.amount(), terms)
                    .chain(() -> note.apply(refund)));
  }
}
