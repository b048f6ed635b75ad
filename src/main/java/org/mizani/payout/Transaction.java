package org.mizani.payout;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A payout as reads show it (specification, sections 2.4 and 4.11): amounts in major units, times
 * in UTC to the millisecond.
 */
public record Transaction(
    String serviceReference,
    String businessReference,
    String status,
    BigDecimal senderAmount,
    String senderCurrency,
    BigDecimal receiverAmount,
    String receiverCurrency,
    Instant createdAt,
    Instant updatedAt) {

  static Transaction of(Payout payout) {
    return new Transaction(
        payout.id().toString(),
        payout.businessReference(),
        payout.status().wireName(),
        payout.sender().major(),
        payout.sender().currency().name(),
        payout.receiver().major(),
        payout.receiver().currency().name(),
        payout.createdAt().truncatedTo(ChronoUnit.MILLIS),
        payout.updatedAt().truncatedTo(ChronoUnit.MILLIS));
  }
}
