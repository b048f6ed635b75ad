package org.mizani.payout;

import java.math.BigDecimal;

/**
 * The body of {@code POST /business/payout/bank} (specification, sections 2.5 and 4.10), its fields
 * in the order of the contract's table, in which they are also checked.
 */
public record BankPayoutRequest(
    String senderCurrency,
    String receiverCurrency,
    BigDecimal amount,
    String payoutCountry,
    String businessReference,
    String senderTelephoneNo,
    String senderFirstName,
    String senderLastName,
    String senderDob,
    String senderIdType,
    String senderIdNumber,
    String senderNationality,
    String receiverFirstName,
    String receiverLastName,
    String receiverBankCode,
    String receiverAccountNumber,
    String receiverEmail,
    String relationship,
    String purposeOfTransfer,
    String sourceOfFunds,
    String callbackUrl,
    String forceStatus)
    implements PayoutRequest {

  @Override
  public String toString() {
    return "BankPayoutRequest[…]";
  }
}
