package org.mizani.payout;

import jakarta.inject.Singleton;
import java.time.OffsetDateTime;
import org.mizani.support.Rows;
import org.mizani.support.TestPartners.Partner;

/** Payouts of a given time and status, recorded past the service: no hold, nobody settles them. */
@Singleton
class PastPayouts {

  private static final String RECORD =
      """
      INSERT INTO payout (
        id, business_id, api_key_id, wallet_id, business_reference, channel, status, country, rail,
        sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor, fx_rate,
        purpose_of_transfer, parties_encrypted, created_at, updated_at)
      SELECT gen_random_uuid(), w.business_id, k.id, w.id, %s, 'mobile', %s, 'KE', 'sandbox',
             'USD', 775, 16, 'KES', 100000, 129, 'other', '', %s, now()
      FROM wallet w JOIN api_key k ON k.business_id = w.business_id %s
      WHERE w.business_id = $1
      """;

  private static final String RECORD_ONE =
      RECORD.formatted("$2::text", "$3::text", "$4::timestamptz", "");

  /** One a second from 2026-01-01 on; of a hundred, two are pending and one failed. */
  private static final String RECORD_MANY =
      RECORD.formatted(
          "'many ' || n",
          "CASE WHEN n % 50 = 0 THEN 'pending' WHEN n % 100 = 1 THEN 'failure' ELSE 'success' END",
          "timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'",
          "CROSS JOIN generate_series(1, $2::integer) n");

  private final Rows rows;

  PastPayouts(Rows rows) {
    this.rows = rows;
  }

  /** A payout that was created at this time; the partner has one wallet, and gets no other. */
  void record(Partner partner, String reference, PayoutStatus status, String createdAt) {
    rows.execute(
        RECORD_ONE,
        partner.businessId(),
        reference,
        status.code(),
        OffsetDateTime.parse(createdAt));
  }

  void recordMany(Partner partner, int number) {
    rows.execute(RECORD_MANY, partner.businessId(), number);
  }
}
