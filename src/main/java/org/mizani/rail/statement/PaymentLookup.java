package org.mizani.rail.statement;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.mizani.money.Money;

/**
 * Look-ups of a rail's payments for many lines at once, each by an index. There is none of the
 * networks' numbers, so these are looked for among the payments of some time: ids are ordered by
 * it.
 */
final class PaymentLookup {

  private static final String PAYOUT =
      """
      SELECT p.id, 'payout' AS kind, p.rail, p.receiver_currency AS currency,
             coalesce(p.paid_minor, p.receiver_minor) AS minor,
             CASE WHEN r.reference IS NULL THEN p.status ELSE 'returned' END AS status,
             p.receipt, p.network_reference, r.reference AS returned_by
      FROM payout p LEFT JOIN LATERAL (
        SELECT reference FROM payout_return WHERE payout_id = p.id OFFSET 0) r ON true
      """;

  // A collection that was found by a question has an id in place of the receipt.
  private static final String COLLECTION =
      """
      SELECT c.id, 'collection', c.rail, c.currency, coalesce(c.paid_minor, c.amount_minor),
             CASE WHEN c.credited_at IS NULL THEN c.status ELSE 'success' END,
             CASE WHEN c.mno_payment_reference = ANY (c.network_ids)
                       OR c.mno_payment_reference = c.id::text
                  THEN NULL ELSE c.mno_payment_reference END,
             NULL, NULL
      """;

  static final String BY_ID =
      String.join(
          " ",
          PAYOUT,
          "WHERE p.id = ANY (?) UNION ALL",
          COLLECTION,
          "FROM collection c WHERE c.id = ANY (?) UNION ALL",
          COLLECTION,
          """
          FROM unnest(?, ?) AS wanted (lowest, after)
          CROSS JOIN LATERAL (
            SELECT * FROM collection WHERE id >= wanted.lowest AND id < wanted.after OFFSET 0) c
          """);

  static final String BY_NUMBER =
      String.join(
          " ",
          PAYOUT,
          """
          WHERE p.id >= ? AND p.id < ? AND p.rail = ?
            AND (p.receipt = ANY (?) OR p.network_reference = ANY (?)) UNION ALL
          """,
          COLLECTION,
          """
          FROM collection c
          WHERE c.id >= ? AND c.id < ? AND c.rail = ? AND c.mno_payment_reference = ANY (?)
          UNION ALL
          """,
          PAYOUT,
          """
          WHERE p.id IN (
            SELECT payout_id FROM payout_return WHERE rail = ? AND reference = ANY (?))
          """);

  // As the operator enters them after a restore.
  static final String ENTERED =
      "SELECT reference FROM ledger_movement WHERE kind = 'rail_settlement' AND reference = ANY (?)";

  static final String WITHOUT_NUMBER =
      """
      SELECT min(id::text)::uuid AS id, 'payout' AS kind, receiver_currency AS currency,
             receiver_minor AS minor
      FROM payout
      WHERE id >= ? AND id < ? AND rail = ? AND receiver_minor = ANY (?)
        AND receipt IS NULL AND network_reference IS NULL
      GROUP BY currency, minor
      UNION ALL
      SELECT min(id::text)::uuid, 'collection', currency, amount_minor AS minor FROM collection
      WHERE id >= ? AND id < ? AND rail = ? AND amount_minor = ANY (?)
        AND (mno_payment_reference IS NULL OR mno_payment_reference = ANY (network_ids))
      GROUP BY currency, minor
      """;

  static final String MADE =
      """
      (SELECT id, 'payout' AS kind, receiver_currency AS currency,
              coalesce(paid_minor, receiver_minor) AS minor
       FROM payout WHERE id > ? AND id < ? AND rail = ? AND status = 'success'
       ORDER BY id LIMIT 1000)
      UNION ALL
      (SELECT id, 'collection', currency, coalesce(paid_minor, amount_minor)
       FROM collection WHERE id > ? AND id < ? AND rail = ? AND credited_at IS NOT NULL
       ORDER BY id LIMIT 1000)
      ORDER BY id LIMIT 1000
      """;

  private final Queries queries;
  private final String rail;

  PaymentLookup(Queries queries, String rail) {
    this.queries = queries;
    this.rail = rail;
  }

  /** The payments that lines name by our ids, of whatever rail. */
  List<KnownPayment> byId(Collection<UUID> ids, Collection<String> beginnings) throws SQLException {
    UUID[] whole = ids.toArray(UUID[]::new);
    List<IdRange> ranges = beginnings.stream().map(IdRange::beginningWith).toList();
    return queries.rows(
        BY_ID,
        PaymentRows::known,
        whole,
        whole,
        ranges.stream().map(IdRange::lowest).toArray(UUID[]::new),
        ranges.stream().map(IdRange::end).toArray(UUID[]::new));
  }

  /** The payments of the rail with these numbers of the network, of this time or returned. */
  List<KnownPayment> byNumber(Collection<String> numbers, IdRange time) throws SQLException {
    String[] texts = numbers.toArray(String[]::new);
    UUID lowest = time.lowest();
    UUID end = time.end();
    return queries.rows(
        BY_NUMBER,
        PaymentRows::known,
        lowest,
        end,
        rail,
        texts,
        texts,
        lowest,
        end,
        rail,
        texts,
        rail,
        texts);
  }

  /** Those of these references by which settlements with rails were entered. */
  Set<String> entered(Collection<String> references) throws SQLException {
    return new TreeSet<>(
        queries.rows(ENTERED, row -> row.getString(1), (Object) references.toArray(String[]::new)));
  }

  /** The first payments of the rail without a number, of this time and each of these amounts. */
  List<SeenPayment> withoutNumber(Collection<Money> amounts, IdRange time) throws SQLException {
    Long[] minors = amounts.stream().map(Money::minor).distinct().toArray(Long[]::new);
    UUID lowest = time.lowest();
    UUID end = time.end();
    return queries.rows(
        WITHOUT_NUMBER, PaymentRows::seen, lowest, end, rail, minors, lowest, end, rail, minors);
  }

  /** The next payments of the rail that were made, after this id, in the order of their ids. */
  List<SeenPayment> made(UUID after, UUID end) throws SQLException {
    return queries.rows(MADE, PaymentRows::seen, after, end, rail, after, end, rail);
  }
}
