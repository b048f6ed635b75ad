package org.mizani.event;

/** Statement that reads a page of the events of a business. */
final class EventPages {

  /**
   * Up to {@code :page} ends, returns and releases of business {@code $1} after the position {@code
   * $3[n]} of each wallet {@code $2[n]}, with 0 in place of a wallet for ends of batches. They are
   * not older than {@code $4} seconds before {@code $5}, or now. A last row has the time. In steps:
   *
   * <ol>
   *   <li>where each wallet is read from: a position, or the closed day before the oldest event,
   *       with a day between for transfers that were dated on one day and numbered on the next
   *   <li>a page of each wallet by its index, as a statement's ({@code StatementLines}): wallet and
   *       number as a pair and the size in the text, or PostgreSQL would read and sort all. The
   *       kind is compared as no index has it
   *   <li>the first of all these, by number
   *   <li>each with its payment, found by id ({@code OFFSET 0}) however the planner sees the tables
   * </ol>
   */
  private static final String PAGE =
      """
      WITH kept AS MATERIALIZED (
        SELECT coalesce($5::timestamptz, now()) - $4::bigint * interval '1 second' AS since
      ), begin AS MATERIALIZED (
        SELECT w.id AS wallet_id,
               greatest(a.number,
                        (SELECT last_transfer_id FROM closed_day
                         WHERE day < ((SELECT since FROM kept) AT TIME ZONE 'UTC')::date - 1
                         ORDER BY day DESC LIMIT 1), 0) AS after
        FROM (SELECT id FROM wallet WHERE business_id = $1 UNION ALL SELECT 0) w
        LEFT JOIN unnest($2::bigint[], $3::bigint[]) a (wallet_id, number) ON a.wallet_id = w.id
      ), ended AS MATERIALIZED (
        SELECT e.* FROM begin b CROSS JOIN LATERAL (
          (SELECT wallet_id, id AS number, kind, created_at AS ended_at, subject_id
           FROM ledger_transfer
           WHERE wallet_id IS NOT NULL
             AND (wallet_id, id) > (b.wallet_id, b.after)
             AND (wallet_id, id) <= (b.wallet_id, 9223372036854775807)
             AND created_at >= (SELECT since FROM kept)
             AND array_position('{capture,release,return,collect}', kind) IS NOT NULL
           ORDER BY wallet_id, id LIMIT :page)
          UNION ALL
          (SELECT wallet_id, number, 'unpaid', settled_at, id
           FROM collection_unpaid
           WHERE (wallet_id, number) > (b.wallet_id, b.after)
             AND (wallet_id, number) <= (b.wallet_id, 9223372036854775807)
             AND settled_at >= (SELECT since FROM kept)
           ORDER BY wallet_id, number LIMIT :page)
          UNION ALL
          (SELECT wallet_id, number, 'cleared', released_at, id
           FROM payout_release
           WHERE (wallet_id, number) > (b.wallet_id, b.after)
             AND (wallet_id, number) <= (b.wallet_id, 9223372036854775807)
             AND released_at >= (SELECT since FROM kept)
           ORDER BY wallet_id, number LIMIT :page)
          UNION ALL
          (SELECT 0, number, 'bulk', ended_at, id
           FROM payout_bulk_ended
           WHERE b.wallet_id = 0
             AND (business_id, number) > ($1, b.after)
             AND (business_id, number) <= ($1, 9223372036854775807)
             AND ended_at >= (SELECT since FROM kept)
           ORDER BY business_id, number LIMIT :page)) e
        ORDER BY e.number LIMIT :page
      )
      SELECT NULL::timestamptz AS read_at, e.*, p.business_reference, p.sender_minor,
             p.sender_currency, p.receiver_minor, p.receiver_currency, r.refund_minor, c.status,
             c.amount_minor, c.paid_minor, c.currency, coalesce(c.reference, '') AS reference, c.provider,
             c.mno_payment_reference, d.customer_encrypted, b.status AS bulk_status, b.created, b.refused,
             b.paid, b.failed
      FROM ended e
      LEFT JOIN LATERAL (
        SELECT business_reference, sender_minor, sender_currency, receiver_minor, receiver_currency
        FROM payout
        WHERE id = e.subject_id AND e.kind IN ('capture', 'release', 'return', 'cleared') OFFSET 0) p ON true
      LEFT JOIN LATERAL (
        SELECT fee_minor AS refund_minor FROM payout_return
        WHERE payout_id = e.subject_id AND e.kind = 'return' OFFSET 0) r ON true
      LEFT JOIN LATERAL (
        SELECT * FROM collection
        WHERE id = e.subject_id AND e.kind IN ('collect', 'unpaid') OFFSET 0) c ON true
      LEFT JOIN LATERAL (
        SELECT customer_encrypted FROM collection_detail
        WHERE collection_id = c.id AND created_at = c.created_at OFFSET 0) d ON true
      LEFT JOIN LATERAL (
        SELECT status, created, refused, paid, failed FROM payout_bulk_ended
        WHERE id = e.subject_id AND e.kind = 'bulk' OFFSET 0) b ON true
      UNION ALL
      SELECT now(), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
             NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      ORDER BY number NULLS LAST
      """;

  private EventPages() {}

  /** The SQL that reads pages of this size. */
  static String of(int size) {
    return PAGE.replace(":page", Integer.toString(size));
  }
}
