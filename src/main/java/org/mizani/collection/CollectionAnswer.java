package org.mizani.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.vertx.mutiny.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.mizani.collection.CollectionCreation.NewCollection;
import org.mizani.database.ShownTime;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Collection as its partner sees it (specification, section 2.8): amounts in major units, times in
 * UTC to the millisecond.
 */
public record CollectionAnswer(
    String id,
    String status,
    @JsonInclude(JsonInclude.Include.NON_NULL) String statusMessage,
    BigDecimal amount,
    String currency,
    String mobile,
    String reference,
    String narration,
    String provider,
    String mnoPaymentReference,
    String businessId,
    Instant createdAt,
    Instant updatedAt) {

  /** The columns that {@link #of(Row, Customer, UUID)} reads. */
  static final String COLUMNS =
      """
      id, reference, status, status_message, currency, amount_minor, provider,
      mno_payment_reference, created_at, updated_at
      """;

  /**
   * The answer of a creation.
   *
   * @param createdAt by the database's clock
   */
  static CollectionAnswer of(NewCollection created, Instant createdAt) {
    CollectionOrder order = created.order();
    Instant at = createdAt.truncatedTo(ChronoUnit.MILLIS);
    return new CollectionAnswer(
        created.id().toString(),
        CollectionStatus.PENDING.wireName(),
        null,
        order.amount().major(),
        order.amount().currency().name(),
        order.customer().e164(),
        order.reference().orElse(""),
        order.narration().orElse(""),
        created.provider(),
        null,
        created.caller().publicId().toString(),
        at,
        at);
  }

  static CollectionAnswer of(Row row, Customer customer, UUID businessId) {
    CurrencyUnit currency = CurrencyUnit.valueOf(row.getString("currency"));
    return new CollectionAnswer(
        row.getUUID("id").toString(),
        CollectionStatus.ofCode(row.getString("status")).wireName(),
        row.getString("status_message"),
        new Money(currency, row.getLong("amount_minor")).major(),
        currency.name(),
        customer.mobile(),
        Optional.ofNullable(row.getString("reference")).orElse(""),
        customer.shownNarration().orElse(""),
        row.getString("provider"),
        row.getString("mno_payment_reference"),
        businessId.toString(),
        ShownTime.of(row, "created_at"),
        ShownTime.of(row, "updated_at"));
  }

  @Override
  public String toString() {
    return "CollectionAnswer[" + id + "]";
  }
}
