package org.mizani.collection;

import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.util.UUID;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * A recorded collection, to read; {@link CollectionCreation} and {@link CollectionSettlement}
 * write.
 *
 * @param reference the business's own, or null
 * @param statusMessage what became of it in words, or null
 * @param mnoPaymentReference the network's, or null until it is paid
 * @param customerEncrypted what {@link CustomerEncryption} opens
 */
record Collection(
    UUID id,
    String reference,
    CollectionStatus status,
    String statusMessage,
    Money amount,
    String provider,
    String mnoPaymentReference,
    byte[] customerEncrypted,
    Instant createdAt,
    Instant updatedAt) {

  /** The columns that {@link #of} reads. */
  static final String COLUMNS =
      """
      id, reference, status, status_message, currency, amount_minor, provider,
      mno_payment_reference, customer_encrypted, created_at, updated_at
      """;

  static Collection of(Row row) {
    return new Collection(
        row.getUUID("id"),
        row.getString("reference"),
        CollectionStatus.ofCode(row.getString("status")),
        row.getString("status_message"),
        new Money(CurrencyUnit.valueOf(row.getString("currency")), row.getLong("amount_minor")),
        row.getString("provider"),
        row.getString("mno_payment_reference"),
        row.getBuffer("customer_encrypted").getBytes(),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }
}
