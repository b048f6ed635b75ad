package org.mizani.payout;

import jakarta.inject.Singleton;
import java.time.OffsetDateTime;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.support.Rows;
import org.mizani.support.TestPartners.Partner;

/**
 * Records payouts of a given time and status past the service, without a hold and without
 * settlement. Their ids are ordered by time, like those of the service.
 */
@Singleton
public class PastPayouts {

  private static final String RECORD =
      """
      WITH past AS (
        INSERT INTO payout (
          id, business_id, api_key_id, wallet_id, business_reference, channel, status, country,
          rail, sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor,
          fx_rate, created_at, flagged, flagged_at, failure_code)
        SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
                || substr(gen_random_uuid()::text, 15))::uuid,
               w.business_id, k.id, w.id, reference, 'mobile', status, 'KE', 'simulator',
               'USD', 775, 16, 'KES', 100000, 129, at, flagged,
               CASE WHEN flagged THEN at END,
               CASE WHEN status = 'failure' THEN 'refused' END
        FROM wallet w
        JOIN api_key k ON k.business_id = w.business_id
        CROSS JOIN (%s) past (reference, status, at, flagged)
        WHERE w.business_id = $1
        RETURNING id, business_id, created_at, status
      ), detail AS (
        INSERT INTO payout_detail (payout_id, created_at, parties_encrypted, purpose_of_transfer)
        SELECT id, created_at, '', 'other' FROM past
      ), due AS (
        INSERT INTO payout_due (id, business_id, created_at, next_poll_at)
        SELECT id, business_id, created_at, now() + interval '1 year'
        FROM past WHERE status = 'pending'
      )
      INSERT INTO payout_failed (id, business_id, created_at)
      SELECT id, business_id, created_at FROM past WHERE status = 'failure'
      """;

  private static final String RECORD_ONE =
      RECORD.formatted("SELECT $2::text, $3::text, $4::timestamptz, false");

  private static final String RECORD_MANY =
      RECORD.formatted(
          """
          SELECT 'many ' || n,
                 CASE WHEN n % 50 = 0 THEN 'pending' WHEN n % 100 = 1 THEN 'failure'
                      ELSE 'success' END,
                 timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second', n % 1000 = 1
          FROM generate_series($2::integer, $3::integer) n\
          """);

  /** Payouts that one statement records. */
  private static final int SLICE = 20_000;

  private final Rows rows;

  PastPayouts(Rows rows) {
    this.rows = rows;
  }

  /** Records a payout of this creation time. The partner must have one wallet only. */
  void record(Partner partner, String reference, PayoutStatus status, String createdAt) {
    rows.execute(
        RECORD_ONE,
        partner.businessId(),
        reference,
        status.code(),
        OffsetDateTime.parse(createdAt));
  }

  /**
   * Records one payout a second from 2026-01-01 on: of a hundred, two are pending and one has
   * failed; of a thousand, one is flagged.
   */
  public void recordMany(Partner partner, int number) {
    for (int first = 1; first <= number; first += SLICE) {
      int last = Math.min(number, first + SLICE - 1);
      rows.execute(RECORD_MANY, partner.businessId(), first, last);
    }
  }
}
