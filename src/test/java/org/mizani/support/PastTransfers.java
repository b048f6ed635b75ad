package org.mizani.support;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.mizani.support.TestPartners.Partner;

/**
 * Transfers of the past, written to the database directly. Each four of them are a top-up of 10 and
 * the three transfers of a payout that costs 7.91; there is one payout a second from 2026-01-01 on.
 */
@Singleton
public class PastTransfers {

  private static final String PAYOUTS =
      """
      INSERT INTO payout (
        id, business_id, api_key_id, wallet_id, business_reference, channel, status, country, rail,
        sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor, fx_rate,
        created_at, updated_at)
      SELECT gen_random_uuid(), w.business_id, k.id, w.id, 'past ' || n, 'mobile', 'success', 'KE',
             'simulator', 'USD', 775, 16, 'USD', 775, 1,
             timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second', now()
      FROM wallet w JOIN api_key k ON k.business_id = w.business_id
      CROSS JOIN generate_series(%2$d, %3$d) n
      WHERE w.business_id = %1$d AND w.purpose = 'payout' AND w.currency = 'USD'
      """;

  private static final String MOVEMENTS =
      """
      INSERT INTO ledger_movement (id, kind, reference)
      SELECT gen_random_uuid(), 'top_up', 'for ' || p.business_reference || ' of %1$d'
      FROM payout p WHERE p.business_id = %1$d AND p.created_at BETWEEN %2$s AND %3$s
      """;

  private static final String TRANSFERS =
      """
      INSERT INTO ledger_transfer (debit_account_id, credit_account_id, amount_minor, kind,
                                   wallet_id, subject_id, created_at)
      SELECT t.debit, t.credit, t.amount, t.kind, w.id, t.subject_id, p.created_at
      FROM payout p
      JOIN wallet w ON w.id = p.wallet_id
      JOIN ledger_movement m ON m.kind = 'top_up'
        AND m.reference = 'for ' || p.business_reference || ' of %1$d'
      JOIN ledger_account c ON c.kind = 'clearing' AND c.currency = 'USD' AND c.rail = 'simulator'
      JOIN ledger_account f ON f.kind = 'fees' AND f.currency = 'USD'
      JOIN ledger_account g ON g.kind = 'funding' AND g.currency = 'USD'
      CROSS JOIN LATERAL (VALUES
        (1, g.id, w.available_account_id, 1000, 'top_up', m.id),
        (2, w.available_account_id, w.holding_account_id, 791, 'hold', p.id),
        (3, w.holding_account_id, c.id, 775, 'capture', p.id),
        (4, w.holding_account_id, f.id, 16, 'fee', p.id)
      ) t (step, debit, credit, amount, kind, subject_id)
      WHERE p.business_id = %1$d AND p.created_at BETWEEN %2$s AND %3$s
      ORDER BY p.created_at, t.step
      """;

  private static final String BALANCE =
      """
      UPDATE wallet SET available_minor = available_minor + 209 * %2$d::bigint
      WHERE business_id = %1$d AND purpose = 'payout' AND currency = 'USD'
      """;

  private static final String TIME =
      "timestamptz '2026-01-01T00:00:00Z' + %d * interval '1 second'";

  /** Fours that one statement writes. */
  private static final int SLICE = 5_000;

  private final Rows rows;

  PastTransfers(Rows rows) {
    this.rows = rows;
  }

  /**
   * Writes this many fours of transfers for a partner with a payout wallet of USD and without
   * payouts.
   */
  public void write(Partner partner, int fours) {
    statements(partner.businessId(), fours).forEach(rows::execute);
  }

  /** The statements that write this many fours of transfers for a business. */
  public static List<String> statements(long businessId, int fours) {
    List<String> statements = new ArrayList<>();
    for (int first = 1; first <= fours; first += SLICE) {
      int last = Math.min(fours, first + SLICE - 1);
      statements.add(PAYOUTS.formatted(businessId, first, last));
      statements.add(MOVEMENTS.formatted(businessId, TIME.formatted(first), TIME.formatted(last)));
      statements.add(TRANSFERS.formatted(businessId, TIME.formatted(first), TIME.formatted(last)));
    }
    statements.add(BALANCE.formatted(businessId, fours));
    return statements;
  }
}
