package org.mizani.refund;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
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
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.database.Database;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.money.Money;
import org.mizani.payout.UnrequestedPayouts;
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

  /** Enters refund {@code $1} with its payout, if wallet {@code $2} has what it takes. */
  private static final String ENTER =
      """
      WITH locked_wallet AS MATERIALIZED (
        SELECT id, available_minor, holding_minor, available_account_id, holding_account_id
        FROM wallet WHERE id = $2
        FOR NO KEY UPDATE
      ), entered AS (
        INSERT INTO collection_refund (id, collection_id, reference, amount_minor)
        SELECT $1, $3, $4, $5 FROM locked_wallet WHERE available_minor >= $5
        RETURNING id, collection_id, amount_minor
      ), unrequested AS (
        SELECT e.id AS payout_id, NULL::uuid AS sweep_id, NULL::timestamptz AS due_at,
               c.id AS refund_of, c.business_id, c.wallet_id, 'mobile' AS channel,
               $6::text AS country, c.rail, $8::boolean AS at_most_once, c.currency, e.amount_minor,
               'refund' AS purpose, $7::bytea AS parties_encrypted
        FROM entered e JOIN collection c ON c.id = e.collection_id
      ), %s
      SELECT id FROM created
      """
          .formatted(UnrequestedPayouts.CREATE);

  private final Database database;
  private final CollectionRepository collections;
  private final PayoutRouter rails;
  private final UnrequestedPayouts payouts;
  private final InstantSource clock;

  CollectionRefunds(
      Database database,
      CollectionRepository collections,
      PayoutRouter rails,
      UnrequestedPayouts payouts,
      InstantSource clock) {
    this.database = database;
    this.collections = collections;
    this.rails = rails;
    this.payouts = payouts;
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
   */
  public record Refund(UUID payoutId, Money amount, boolean isNew) {}

  /**
   * Enters a refund. Repeated with the same reference it moves nothing.
   *
   * @param note runs in the same transaction, after the hold; if it fails, nothing was entered
   * @throws ApiException (as failure) 400 for an amount that is more than is left, or that the
   *     network does not move; 404 {@code collection not found}; 409 {@code collection is not
   *     paid}, {@code collection is refunded}, {@code customer cannot be read any more}, or {@code
   *     reference of another movement}; 412 {@code insufficient available balance}; 422 {@code
   *     corridor not available} if the network that collected does not pay
   */
  public Uni<Refund> enter(UUID collectionId, Entry entry, Function<Refund, Uni<Void>> note) {
    return collections
        .paid(collectionId)
        .map(this::order)
        .chain(order -> database.inTransaction(() -> enter(order, entry, note)));
  }

  private RefundOrder order(PaidCollection collection) {
    PhoneNumber customer =
        collection.customer().orElseThrow(OperatorFault.CUSTOMER_UNREADABLE::asException);
    PayoutRail rail =
        rails
            .railNamed(collection.rail())
            .filter(found -> found.serves(customer.country(), Channel.MOBILE))
            .orElseThrow(ApiFault.CORRIDOR_NOT_AVAILABLE::asException);
    return new RefundOrder(collection, customer, rail);
  }

  /** Under the lock of its wallet, so that refunds of one collection follow each other. */
  private Uni<Refund> enter(RefundOrder order, Entry entry, Function<Refund, Uni<Void>> note) {
    return database
        .execute(LOCK, Tuple.of(order.collection().walletId()))
        .chain(() -> CollectionRefund.of(order.collection().id(), entry.reference()))
        .chain(
            before ->
                before == null ? enterNew(order, entry, note) : repeated(order, entry, before));
  }

  private static Uni<Refund> repeated(RefundOrder order, Entry entry, CollectionRefund before) {
    Money amount = new Money(order.currency(), before.amountMinor());
    return entry.amount().map(order::money).filter(asked -> !asked.equals(amount)).isEmpty()
        ? Uni.createFrom().item(new Refund(before.id(), amount, false))
        : OperatorFault.REFERENCE_OF_ANOTHER_MOVEMENT.asFailure();
  }

  private Uni<Refund> enterNew(RefundOrder order, Entry entry, Function<Refund, Uni<Void>> note) {
    return database
        .one(TAKEN, Tuple.of(order.collection().id()), row -> row.getLong("taken"))
        .map(taken -> new Money(order.currency(), order.collection().paid().minor() - taken))
        .map(left -> order.amount(entry.amount(), left))
        .map(amount -> new Refund(TimeOrderedId.at(clock.millis()), amount, true))
        .call(refund -> write(order, entry, refund).chain(() -> note.apply(refund)));
  }

  private Uni<UUID> write(RefundOrder order, Entry entry, Refund refund) {
    UUID id = refund.payoutId();
    Buffer parties = Buffer.buffer(payouts.encrypted(id, new MobileWallet(order.customer())));
    return database
        .find(
            ENTER,
            Tuple.tuple()
                .addUUID(id)
                .addLong(order.collection().walletId())
                .addUUID(order.collection().id())
                .addString(entry.reference())
                .addLong(refund.amount().minor())
                .addString(order.customer().country().name())
                .addBuffer(parties)
                .addBoolean(!order.rail().capabilities(Channel.MOBILE).idempotent()),
            row -> row.getUUID("id"))
        .map(created -> created.orElseThrow(ApiFault.INSUFFICIENT_BALANCE::asException));
  }
}
