package org.mizani.payout.record;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.ShownTime;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.answer.PayoutAnswer;

/**
 * Payout as partners see it (specification 2.7).
 *
 * @param returnedAt null unless its money came back, like refundMinor
 * @param refundMinor the refunded part of the fee
 */
@RegisterForReflection
record PayoutSummary(
    UUID id,
    String businessReference,
    PayoutStatus status,
    long senderMinor,
    CurrencyUnit senderCurrency,
    long receiverMinor,
    CurrencyUnit receiverCurrency,
    Instant createdAt,
    Instant updatedAt,
    Instant returnedAt,
    Long refundMinor) {

  /** The answer of the contract. */
  PayoutAnswer answer() {
    return answer(null);
  }

  /**
   * The answer of the details.
   *
   * @param totalDebited in major units of the sender's currency
   */
  PayoutAnswer answer(BigDecimal totalDebited) {
    return new PayoutAnswer(
        id.toString(),
        businessReference,
        status.wireName(),
        new Money(senderCurrency, senderMinor).major(),
        senderCurrency.name(),
        new Money(receiverCurrency, receiverMinor).major(),
        receiverCurrency.name(),
        totalDebited,
        ShownTime.of(createdAt),
        ShownTime.of(updatedAt),
        ShownTime.of(returnedAt),
        returned().map(Money::major).orElse(null));
  }

  /** The amount that has come back to the wallet. */
  private Optional<Money> returned() {
    return Optional.ofNullable(refundMinor)
        .map(refund -> new Money(senderCurrency, Math.addExact(senderMinor, refund)));
  }
}
