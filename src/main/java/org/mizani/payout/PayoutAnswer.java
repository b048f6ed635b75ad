package org.mizani.payout;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import org.mizani.database.ShownTime;
import org.mizani.fx.Quote;
import org.mizani.money.Money;
import org.mizani.payout.PayoutCreation.NewPayout;

/**
 * Payout as its partner sees it (specification, sections 2.4, 4.7 and 4.11): amounts in major
 * units, times in UTC to the millisecond.
 *
 * @param totalDebited in the answer of a creation only, else null and left out
 * @param createdAt in reads and lists only, like updatedAt, else null and left out
 * @param returnedAt of a payout whose money came back only (ADR 16), like returnedAmount, else null
 *     and left out
 * @param returnedAmount in the sender's currency, with the fee where it was refunded
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
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant returnedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal returnedAmount) {

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
        null,
        null,
        null);
  }

  static PayoutAnswer of(Payout.Summary read) {
    return new PayoutAnswer(
        read.id().toString(),
        read.businessReference(),
        read.status().wireName(),
        read.sender().major(),
        read.sender().currency().name(),
        read.receiver().major(),
        read.receiver().currency().name(),
        null,
        ShownTime.of(read.createdAt()),
        ShownTime.of(read.updatedAt()),
        ShownTime.of(read.returnedAt()),
        read.returned().map(Money::major).orElse(null));
  }
}
