package org.mizani.payout;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.vertx.mutiny.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import org.mizani.database.ShownTime;
import org.mizani.fx.Quote;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutCreation.NewPayout;

/**
 * Payout as its partner sees it (specification, sections 2.4, 4.7 and 4.11): amounts in major
 * units, times in UTC to the millisecond.
 *
 * @param totalDebited in the answer of a creation only, else null and left out
 * @param createdAt in reads and lists only, like updatedAt, else null and left out
 */
public record PayoutAnswer(
    String serviceReference,
    String businessReference,
    String status,
    BigDecimal senderAmount,
    String senderCurrency,
    BigDecimal receiverAmount,
    String receiverCurrency,
    @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal totalDebited,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant createdAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant updatedAt) {

  /** The columns that {@link #of(Row)} reads. */
  static final String COLUMNS =
      """
      p.id, p.business_reference, p.status, p.sender_currency, p.sender_minor,
      p.receiver_currency, p.receiver_minor, p.created_at, p.updated_at
      """;

  static PayoutAnswer of(NewPayout created) {
    Quote quote = created.quote();
    return new PayoutAnswer(
        created.serviceReference().toString(),
        created.terms().businessReference(),
        PayoutStatus.PENDING.wireName(),
        quote.sender().major(),
        quote.sender().currency().name(),
        quote.receiver().major(),
        quote.receiver().currency().name(),
        quote.total().major(),
        null,
        null);
  }

  static PayoutAnswer of(Row row) {
    Money sender = money(row, "sender");
    Money receiver = money(row, "receiver");
    return new PayoutAnswer(
        row.getUUID("id").toString(),
        row.getString("business_reference"),
        PayoutStatus.ofCode(row.getString("status")).wireName(),
        sender.major(),
        sender.currency().name(),
        receiver.major(),
        receiver.currency().name(),
        null,
        ShownTime.of(row, "created_at"),
        ShownTime.of(row, "updated_at"));
  }

  /**
   * The amount in a row's columns.
   *
   * @param side {@code sender} or {@code receiver}
   */
  static Money money(Row row, String side) {
    return new Money(
        CurrencyUnit.valueOf(row.getString(side + "_currency")), row.getLong(side + "_minor"));
  }
}
