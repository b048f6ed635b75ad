package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutWebhook.Payment;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.payout.PendingPayout.Origin;
import org.mizani.webhook.WebhookDestination;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.ClaimedRows;

/** Payouts as their returns and releases need them: the amounts, and the receivers of webhooks. */
@Singleton
final class PaidPayouts {

  /**
   * Payout whose money may come back, or that may be released.
   *
   * @param asOrdered whether its network paid the amount that it was ordered to pay
   */
  record PaidPayout(
      Payment payment,
      long walletId,
      Money fee,
      String rail,
      boolean asOrdered,
      Optional<Notice> notice,
      Optional<Origin> origin) {

    /** Whether nothing of the payout is left at its recipient once this has come back. */
    boolean isWhole(Money returned) {
      return asOrdered && returned.equals(payment.receiver());
    }
  }

  static final String READ =
      """
      SELECT p.id, p.business_id, b.public_id, p.api_key_id, k.key, k.signature_encrypted,
             p.wallet_id, p.business_reference, p.rail, p.sender_currency, p.sender_minor,
             p.fee_minor, p.receiver_currency, p.receiver_minor, p.paid_minor, d.callback_url,
             CASE WHEN p.api_key_id IS NOT NULL THEN b.callback_url END AS default_callback_url
      FROM payout p
      CROSS JOIN LATERAL (SELECT * FROM business WHERE id = p.business_id OFFSET 0) b
      LEFT JOIN LATERAL (SELECT * FROM payout_detail
                         WHERE payout_id = p.id AND created_at = p.created_at OFFSET 0) d ON true
      LEFT JOIN LATERAL (SELECT * FROM api_key WHERE id = p.api_key_id OFFSET 0) k ON true
      WHERE p.id = $1
      """;

  private final Database database;
  private final Originator.Reader originators;

  PaidPayouts(Database database, Originator.Reader originators) {
    this.database = database;
    this.originators = originators;
  }

  /** The payout with this service reference, whatever its status. */
  Uni<Optional<PaidPayout>> find(UUID serviceReference) {
    return database.find(READ, Tuple.of(serviceReference), this::paidPayout);
  }

  private PaidPayout paidPayout(Row row) {
    Money sender = money(row, "sender");
    UUID id = row.getUUID("id");
    return new PaidPayout(
        new Payment(id, sender, money(row, "receiver")),
        row.getLong("wallet_id"),
        new Money(sender.currency(), row.getLong("fee_minor")),
        row.getString("rail"),
        row.getLong("paid_minor") == null,
        WebhookDestination.of(row).flatMap(url -> notice(row, id, url)),
        Origin.of(row));
  }

  private Optional<Notice> notice(Row row, UUID id, CallbackUrl url) {
    return ClaimedRows.decrypted(
        "The API key of payout",
        id,
        () -> new Notice(originators.read(row), row.getString("business_reference"), url));
  }

  private static Money money(Row row, String side) {
    return new Money(
        CurrencyUnit.valueOf(row.getString(side + "_currency")), row.getLong(side + "_minor"));
  }
}
