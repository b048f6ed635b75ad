package org.mizani.payout.record;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.database.Database;
import org.mizani.money.Money;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.PayoutRail.ReceiptQuestions;
import org.mizani.work.ClaimedRows;

/**
 * Receipts of payouts that a network would pay again, each bound to one payout over all time. A
 * network's answer about a receipt names no reference of ours, so a receipt is bound to a payout
 * without an acknowledgement only if no other payout can have caused that payment (ADR 19).
 */
@Singleton
public final class BoundReceipts {

  /** A payout that ended so long before another one's submission causes no payment after it. */
  private static final Duration UNDER_WAY = Duration.ofDays(1);

  /**
   * Expression of a settlement. It binds the receipts of its {@code final} rows, or the network's
   * references of those that failed, whose rails are {@code bound_at}.
   */
  public static final String KEEP =
      """
      kept_receipt AS (
        INSERT INTO payout_receipt (receipt, rail, payout_id)
        SELECT coalesce(receipt, network_reference), bound_at, id FROM final
        WHERE bound_at IS NOT NULL AND coalesce(receipt, network_reference) IS NOT NULL
        ON CONFLICT DO NOTHING
      )""";

  /**
   * The other payouts of this channel and amount that may have caused the payment {@code $4}: those
   * that were submitted and not acknowledged, or under this very id, and those that were settled
   * without a receipt. The latter are watched or were flagged, as those by hand are. One that the
   * network itself has failed, with a reference of its own and without a flag, caused no other.
   */
  static final String RIVALS =
      """
      WITH settled AS (
        SELECT id FROM payout_watch
        UNION SELECT id FROM payout WHERE flagged
        UNION SELECT id FROM payout WHERE flag_cleared_at IS NOT NULL
      ), rival AS (
        SELECT p.* FROM payout_due q CROSS JOIN LATERAL (
          SELECT * FROM payout WHERE id = q.id OFFSET 0) p
        WHERE q.at_most_once AND q.polls > q.skipped_polls
          AND ($4 = ANY (q.network_ids)
               OR NOT EXISTS (SELECT FROM unnest(q.network_ids) AS i (id) WHERE i.id NOT LIKE $7))
        UNION ALL
        SELECT p.* FROM settled s CROSS JOIN LATERAL (
          SELECT * FROM payout WHERE id = s.id OFFSET 0) p
        WHERE p.status <> 'pending' AND p.receipt IS NULL AND p.calls > 0
          AND p.updated_at > $6
          AND ($4 = ANY (p.network_ids)
               OR NOT (p.status = 'failure' AND p.network_reference IS NOT NULL
                       AND NOT p.flagged AND p.flag_cleared_at IS NULL))
      )
      SELECT r.id, d.parties_encrypted
      FROM rival r LEFT JOIN LATERAL payout_detail_of(r.id, r.created_at) d ON true
      WHERE r.id <> $5 AND r.channel = $1 AND r.receiver_currency = $2 AND r.receiver_minor = $3
      """;

  /**
   * Binds a receipt to a payout that is bound to no other, and notes the payment's id as the
   * acknowledgement that was lost. Both in one statement: a pod may end after it.
   */
  static final String BIND =
      """
      WITH bound AS (
        INSERT INTO payout_receipt AS r (receipt, rail, payout_id)
        SELECT $2::text, $1::text, $3::uuid
        WHERE NOT EXISTS (SELECT FROM payout_receipt WHERE receipt = $2 AND payout_id <> $3)
        ON CONFLICT (receipt, rail) DO UPDATE SET payout_id = r.payout_id
        RETURNING payout_id
      ), noted AS (
        UPDATE payout_due q SET network_ids = array_append(q.network_ids, $4::text)
        WHERE q.id = $3 AND q.id IN (SELECT payout_id FROM bound)
          AND ($4 = ANY (q.network_ids)) IS NOT TRUE
      )
      SELECT EXISTS (SELECT FROM bound WHERE payout_id = $3) AS ours
      """;

  private final Database database;
  private final Parties.Encryption encryption;

  BoundReceipts(Database database, Parties.Encryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /**
   * Payout to which a receipt may be bound.
   *
   * @param receiver number of the till or paybill
   * @param submittedAt when its only submission began
   */
  public record Claimant(
      UUID payout,
      String rail,
      Channel channel,
      Money amount,
      String receiver,
      Instant submittedAt) {}

  /** Binds a payment to a payout; false if another payout has it, or may have caused it. */
  public Uni<Boolean> bind(Claimant claimant, CallbackWord.Found payment) {
    return rivals(claimant, payment)
        .chain(
            rivals ->
                rivals.contains(true)
                    ? Uni.createFrom().item(false)
                    : database.one(
                        BIND,
                        Tuple.of(
                            claimant.rail(),
                            payment.receipt(),
                            claimant.payout(),
                            payment.networkId()),
                        row -> row.getBoolean("ours")));
  }

  private Uni<List<Boolean>> rivals(Claimant claimant, CallbackWord.Found payment) {
    return database.list(
        RIVALS,
        Tuple.from(
            List.of(
                claimant.channel().name().toLowerCase(Locale.ROOT),
                claimant.amount().currency().name(),
                claimant.amount().minor(),
                payment.networkId(),
                claimant.payout(),
                claimant.submittedAt().minus(UNDER_WAY).atOffset(ZoneOffset.UTC),
                ReceiptQuestions.MARK + "%")),
        row -> mayBeTo(claimant.receiver(), row));
  }

  /** Accounts at a paybill are not compared, and a recipient that cannot be read is any. */
  private boolean mayBeTo(String receiver, Row row) {
    UUID id = row.getUUID("id");
    Optional<Buffer> parties = Optional.ofNullable(row.getBuffer("parties_encrypted"));
    return parties
        .flatMap(
            encrypted ->
                ClaimedRows.decrypted(
                    "The recipient of payout",
                    id,
                    () -> encryption.decrypt(id, encrypted.getBytes())))
        .map(read -> receiver.equals(read.recipientNumber()))
        .orElse(true);
  }
}
