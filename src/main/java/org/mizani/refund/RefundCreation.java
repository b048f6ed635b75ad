package org.mizani.refund;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.money.Money;
import org.mizani.payout.limit.PayoutUsage;
import org.mizani.payout.record.UnrequestedPayouts;
import org.mizani.repeat.RecordedKeys;
import org.mizani.repeat.RequestKey;

/** Creation of refunds, each with its payout, its hold and the key of its request. */
@Singleton
final class RefundCreation {

  /**
   * Enters refund {@code $1} of wallet {@code $2}. In steps, which are those of every payout:
   *
   * <ol>
   *   <li>lock the wallet, and go on if it has what the refund takes
   *   <li>admit it by the limits of its business, if there are any ({@link PayoutUsage})
   *   <li>record the key of its request; if that is recorded already, nothing is entered
   *   <li>enter the refund and its payout, and hold the amount
   *   <li>answer the outcome
   * </ol>
   */
  static final String ENTER =
      """
      WITH request AS (
        SELECT $1::uuid AS id, 1 AS position, $5::bigint AS receiver_minor, $6::text AS country,
               $9::integer AS most_an_hour, $10::bigint AS most_a_day_minor,
               $11::text AS request_key, $12::bytea AS request_encrypted
      ), locked_wallet AS MATERIALIZED (
        SELECT id, business_id, available_minor, holding_minor, available_account_id,
               holding_account_id
        FROM wallet WHERE id = $2
        FOR NO KEY UPDATE
      ), covered AS (
        SELECT r.*, w.business_id
        FROM request r JOIN locked_wallet w ON w.available_minor >= r.receiver_minor
      )%1$s%2$s
      , entered AS (
        INSERT INTO collection_refund (id, collection_id, reference, amount_minor, by_business)
        SELECT id, $3, $4, receiver_minor, $13 FROM admitted%3$s
        RETURNING id, collection_id, amount_minor
      ), unrequested AS (
        SELECT e.id AS payout_id, NULL::uuid AS sweep_id, NULL::timestamptz AS due_at,
               c.id AS refund_of, c.business_id, c.wallet_id, 'mobile' AS channel,
               $6::text AS country, c.rail, $8::boolean AS at_most_once, c.currency, e.amount_minor,
               'refund' AS purpose, $14::integer AS recipient_hash,
               $7::bytea AS parties_encrypted
        FROM entered e JOIN collection c ON c.id = e.collection_id
      ), %4$s%5$s
      SELECT CASE
               WHEN c.id IS NOT NULL THEN 'created'
               WHEN a.id IS NOT NULL THEN 'repeated'
               WHEN v.id IS NOT NULL THEN 'retry'
               ELSE 'insufficient_balance'
             END AS outcome, %6$s
      FROM request r
      LEFT JOIN created c ON c.id = r.id
      LEFT JOIN admitted a ON a.id = r.id
      LEFT JOIN covered v ON v.id = r.id
      %7$s
      """
          .formatted(
              PayoutUsage.ADMITTED,
              RecordedKeys.recordedOf("admitted"),
              RecordedKeys.WHERE_IS_FIRST,
              UnrequestedPayouts.CREATE,
              PayoutUsage.COUNTED,
              PayoutUsage.USED_UP,
              PayoutUsage.OF_REQUEST);

  private final Database database;
  private final UnrequestedPayouts payouts;

  RefundCreation(Database database, UnrequestedPayouts payouts) {
    this.database = database;
    this.payouts = payouts;
  }

  /** Outcome, and the refusal where a limit is used up. */
  private record Result(String outcome, Optional<ApiFault> usedUp) {

    private static Result of(Row row) {
      return new Result(row.getString("outcome"), PayoutUsage.refusal(row));
    }
  }

  /**
   * Enters a refund in the caller's transaction, which has the lock of its wallet.
   *
   * @throws ApiFault.ApiException (as failure) 412 for a wallet that does not cover it; 429 where a
   *     limit of its business is used up; 409 where the key of its request is recorded already
   */
  Uni<Void> create(UUID id, RefundOrder order, String reference, Money amount, RefundTerms terms) {
    return enter(parameters(id, order, reference, amount, terms));
  }

  private Uni<Void> enter(Tuple parameters) {
    return database.one(ENTER, parameters, Result::of).chain(result -> ended(result, parameters));
  }

  private Uni<Void> ended(Result result, Tuple parameters) {
    if (result.usedUp().isPresent()) {
      return result.usedUp().get().asFailure();
    }
    return switch (result.outcome()) {
      case "created" -> Uni.createFrom().voidItem();
      // A business's first payout opens the rows of its limits, which the next statement sees.
      case "retry" -> enter(parameters);
      case "repeated" -> ApiFault.DUPLICATE_REFERENCE.asFailure();
      default -> ApiFault.INSUFFICIENT_BALANCE.asFailure();
    };
  }

  private Tuple parameters(
      UUID id, RefundOrder order, String reference, Money amount, RefundTerms terms) {
    MobileWallet customer = new MobileWallet(order.customer());
    Buffer parties = Buffer.buffer(payouts.encrypted(id, customer));
    return Tuple.tuple()
        .addUUID(id)
        .addLong(order.collection().walletId())
        .addUUID(order.collection().id())
        .addString(reference)
        .addLong(amount.minor())
        .addString(order.customer().country().name())
        .addBuffer(parties)
        .addBoolean(!order.rail().capabilities(Channel.MOBILE).idempotent())
        .addInteger(terms.limits().anHour().orElse(null))
        .addLong(terms.limits().aDay().map(Money::minor).orElse(null))
        .addString(terms.key().map(RequestKey::text).orElse(null))
        .addValue(terms.key().map(RefundCreation::digest).orElse(null))
        .addBoolean(terms.byBusiness())
        .addInteger(payouts.hash(customer));
  }

  private static Object digest(RequestKey key) {
    return io.vertx.core.buffer.Buffer.buffer(key.encryptedDigest());
  }
}
