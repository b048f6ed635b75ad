package org.mizani.payout;

import org.mizani.work.BatchColumns;

/**
 * Use of locked quotes, as clauses of the statement that creates payouts ({@link
 * PayoutCreation#CREATE_QUOTED}): a quote is used with its payout, or not at all (ADR 34).
 *
 * <p>All requests of a quote have one wallet, whose lock they wait for. The statement locks the
 * quotes behind the wallets, so it reads what was used meanwhile.
 */
final class QuoteUse {

  private QuoteUse() {}

  /**
   * Keeps of the relation {@code admitted} the requests whose quotes can be used, of each quote the
   * first one. The others of that quote are tried again, for the first may turn out to be a repeat.
   */
  static final String QUOTED =
      """
      , locked_quote AS MATERIALIZED (
        SELECT q.id, q.expires_at, q.payout_id
        FROM fx_quote q
        WHERE q.id = ANY (ARRAY(SELECT quote_id FROM admitted))
        ORDER BY q.id
        FOR NO KEY UPDATE
      ), judged AS MATERIALIZED (
        SELECT r.*,
               CASE WHEN q.payout_id IS NOT NULL THEN 'quote_used'
                    WHEN q.expires_at > now() THEN NULL
                    ELSE 'quote_expired' END AS quote_refusal,
               row_number() OVER (PARTITION BY r.quote_id ORDER BY r.position) AS nth_of_quote
        FROM admitted r
        LEFT JOIN locked_quote q ON q.id = r.quote_id
      ), quoted AS (
        SELECT * FROM judged WHERE quote_refusal IS NULL AND nth_of_quote = 1
      )""";

  /** Marks the quotes of the relation {@code created} as used. */
  static final String USED =
      """
      , used_columns AS MATERIALIZED (
        SELECT array_agg(r.quote_id) AS ids, array_agg(r.id) AS payout_ids
        FROM created c JOIN request r ON r.id = c.id
      ), used_quote AS (
        UPDATE fx_quote q
        SET payout_id = u.payout_ids[array_position(u.ids, q.id)]
        FROM used_columns u
        WHERE q.id = ANY (u.ids)
      )""";

  /** Outcomes of the request {@code r} whose quote cannot be used. */
  static final String OUTCOMES =
      "\n               WHEN j.quote_refusal IS NOT NULL THEN j.quote_refusal";

  /** Joins what was found of the quote of the request {@code r}. */
  static final String OF_REQUEST = "\n      LEFT JOIN judged j ON j.id = r.id";

  /** The columns of a batch of requests, with their quotes. */
  static BatchColumns<NewPayout> with(BatchColumns<NewPayout> columns) {
    return columns.uuid("quote_id", payout -> payout.order().price().quoteId().orElse(null));
  }
}
