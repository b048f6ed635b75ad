package org.mizani.payout.record;

import java.util.Map;
import java.util.Optional;
import org.mizani.database.Projection;

/** Statements that read a page of a business's payouts, newest first. */
final class SummaryPages {

  /** The payouts of their rows. */
  static final Projection<PayoutSummary> ROWS = Projection.into(PayoutSummary.class);

  private static final String SUMMARY =
      """
      SELECT p.id, p.business_reference, p.status, p.sender_minor, p.sender_currency,
             p.receiver_minor, p.receiver_currency, p.created_at, p.updated_at,
             t.created_at AS returned_at, t.fee_minor AS refund_minor
      """;

  /** {@code OFFSET 0} has each return found by its payout, however the planner sees the tables. */
  private static final String RETURN =
      """
      LEFT JOIN LATERAL (SELECT created_at, fee_minor FROM payout_return
                         WHERE payout_id = p.id OFFSET 0) t ON true
      """;

  private static final String RANGE =
      """
      WHERE %1$s.business_id = $1 AND %1$s.created_at >= $2 AND (%1$s.created_at, %1$s.id) < ($3, $4)
      %2$s
      ORDER BY %1$s.created_at DESC, %1$s.id DESC
      LIMIT $5
      """;

  /**
   * Up to {@code $5} payouts of business {@code $1}, from {@code $2} on, after place {@code $3,
   * $4}. Payouts without its reference are left out: it has not requested them.
   */
  private static final String READ = page("AND p.business_reference IS NOT NULL");

  /**
   * The same of one status: the successes among all, the others by the table of that status, whose
   * payouts are found one by one.
   */
  private static final Map<PayoutStatus, String> READ_OF_STATUS =
      Map.of(
          PayoutStatus.PENDING, pageOf("payout_due"),
          PayoutStatus.SUCCESS,
              page("AND p.business_reference IS NOT NULL AND p.status = 'success'"),
          PayoutStatus.FAILURE, pageOf("payout_failed"));

  private SummaryPages() {}

  /** The statement that reads a page of the payouts of this status, or of all. */
  static String of(Optional<PayoutStatus> status) {
    return status.map(READ_OF_STATUS::get).orElse(READ);
  }

  private static String page(String filter) {
    return SUMMARY + "FROM payout p\n" + RETURN + RANGE.formatted("p", filter);
  }

  private static String pageOf(String table) {
    return SUMMARY
        + """
        FROM %s l
        JOIN LATERAL (SELECT * FROM payout
                      WHERE id = l.id AND business_reference IS NOT NULL OFFSET 0) p ON true
        """
            .formatted(table)
        + RETURN
        + RANGE.formatted("l", "");
  }
}
