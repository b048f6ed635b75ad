package org.mizani.payout;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.util.UUID;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** A recorded payout, to read; {@link PayoutCreation} and {@link PayoutSettlement} write. */
record Payout(
    UUID id,
    String businessReference,
    PayoutStatus status,
    Money sender,
    Money receiver,
    Instant createdAt,
    Instant updatedAt) {

  /** The columns that {@link #of} reads. */
  static final String COLUMNS =
      """
      id, business_reference, status, sender_currency, sender_minor, receiver_currency,
      receiver_minor, created_at, updated_at
      """;

  static Payout of(Row row) {
    return new Payout(
        row.getUUID("id"),
        row.getString("business_reference"),
        PayoutStatus.ofCode(row.getString("status")),
        money(row, "sender"),
        money(row, "receiver"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }

  private static Money money(Row row, String side) {
    return new Money(
        CurrencyUnit.valueOf(row.getString(side + "_currency")), row.getLong(side + "_minor"));
  }
}
