package org.mizani.payout;

import java.math.BigDecimal;

/** A payout as its creation answers it (specification, sections 2.4 and 4.7); major units. */
public record PayoutAnswer(
    String serviceReference,
    String businessReference,
    String status,
    BigDecimal senderAmount,
    String senderCurrency,
    BigDecimal receiverAmount,
    String receiverCurrency,
    BigDecimal totalDebited) {

  static PayoutAnswer of(Payouts.Created created) {
    return new PayoutAnswer(
        created.serviceReference().toString(),
        created.order().businessReference(),
        PayoutStatus.PENDING.wireName(),
        created.quote().sender().major(),
        created.quote().sender().currency().name(),
        created.quote().receiver().major(),
        created.quote().receiver().currency().name(),
        created.quote().total().major());
  }
}
