package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Rows;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Wallet of US dollars with payouts to Kenya of three days ago and of yesterday, written past the
 * service, and the rates of those days: 129 three days ago, 128.5 from yesterday on. Transfers,
 * rates and closed days of other tests are removed from the books before.
 */
@Singleton
class PastDays {

  static final LocalDate TODAY = DistantClosing.today();
  static final LocalDate FIRST = TODAY.minusDays(3);
  static final LocalDate QUIET = TODAY.minusDays(2);
  static final LocalDate YESTERDAY = TODAY.minusDays(1);

  private static final String TRANSFER =
      """
      INSERT INTO ledger_transfer (debit_account_id, credit_account_id, amount_minor, kind,
                                   wallet_id, subject_id, created_at)
      SELECT %s, %s, $2, $3, %s, $4, ($5::date + time '12:00') AT TIME ZONE 'UTC'
      FROM wallet w
      JOIN ledger_account usd ON usd.kind = 'fx_position' AND usd.currency = 'USD'
      JOIN ledger_account kes ON kes.kind = 'fx_position' AND kes.currency = 'KES'
      JOIN ledger_account fees ON fees.kind = 'fees' AND fees.currency = 'USD'
      JOIN ledger_account bank ON bank.kind = 'funding' AND bank.currency = 'USD'
      JOIN ledger_account rail ON rail.kind = 'clearing' AND rail.currency = 'KES'
        AND rail.rail = 'bookkeeper'
      WHERE w.business_id = $1
      """;

  private static final String EMPTY_BOOKS =
      """
      DO $$
      BEGIN
        SET LOCAL session_replication_role = replica;
        TRUNCATE ledger_transfer, daily_closing, closing_check, closed_day, fx_rate;
        UPDATE wallet SET available_minor = 0, holding_minor = 0, pending_minor = 0;
      END $$
      """;

  private static final String RATE =
      """
      INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)
      VALUES ('USD', 'KES', $1, $2::date::timestamp AT TIME ZONE 'UTC')
      """;

  private final TestPartners partners;
  private final Rows rows;
  private Partner partner;

  PastDays(TestPartners partners, Rows rows) {
    this.partners = partners;
    this.rows = rows;
  }

  /** The business, once its days are written. */
  Partner partner() {
    return partner;
  }

  /** Writes the days, for the first time or again: none of them is closed. */
  void write() {
    if (partner == null) {
      partner = partners.create(Map.of(CurrencyUnit.USD, "0"));
    }
    rows.execute(EMPTY_BOOKS);
    rows.execute(RATE, new BigDecimal("129"), FIRST);
    rows.execute(RATE, new BigDecimal("128.5"), YESTERDAY);
    move(FIRST, "top_up", "bank.id", "w.available_account_id", 100_000, UUID.randomUUID());
    pay(FIRST, 10_000, 200, 1_285_000);
    pay(YESTERDAY, 5_000, 100, 645_000);
    move(YESTERDAY, "withdrawal", "w.available_account_id", "bank.id", 1_000, UUID.randomUUID());
    move(TODAY, "adjustment", "bank.id", "w.available_account_id", 500, UUID.randomUUID());
    rows.execute(
        """
        UPDATE wallet SET available_minor = 84200,
                          created_at = $2::date::timestamp AT TIME ZONE 'UTC'
        WHERE business_id = $1
        """,
        partner.businessId(),
        FIRST);
  }

  private void pay(LocalDate day, long sender, long fee, long receiver) {
    UUID payout = UUID.randomUUID();
    move(day, "hold", "w.available_account_id", "w.holding_account_id", sender + fee, payout);
    move(day, "capture", "w.holding_account_id", "usd.id", sender, payout);
    move(day, "fee", "w.holding_account_id", "fees.id", fee, payout);
    move(day, "exchange", "kes.id", "rail.id", receiver, payout);
  }

  /** Writes one transfer at noon of a day. */
  void move(LocalDate day, String kind, String debit, String credit, long minor, UUID subject) {
    String wallet = kind.equals("exchange") ? "NULL" : "w.id";
    rows.execute(
        TRANSFER.formatted(debit, credit, wallet), partner.businessId(), minor, kind, subject, day);
  }

  /** Tops the wallet up by a cent at noon of a day, in the transaction of this connection. */
  Uni<Void> topUp(SqlConnection connection, LocalDate day) {
    return connection
        .preparedQuery(TRANSFER.formatted("bank.id", "w.available_account_id", "w.id"))
        .execute(Tuple.of(partner.businessId(), 1L, "top_up", UUID.randomUUID(), day))
        .replaceWithVoid();
  }
}
