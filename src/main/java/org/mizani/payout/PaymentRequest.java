package org.mizani.payout;

import java.math.BigDecimal;

/**
 * The body of {@code POST /business/payout/payment} (specification, sections 2.5 and 4.8), its
 * fields in the order of the contract's tables, in which they are also checked.
 */
public record PaymentRequest(
    String senderCurrency,
    String receiverCurrency,
    BigDecimal amount,
    String senderFirstName,
    String senderLastName,
    String senderDob,
    String senderIdType,
    String senderIdNumber,
    String senderNationality,
    String senderTelephoneNo,
    String receiverFirstName,
    String receiverLastName,
    String relationship,
    String payoutCountry,
    String purposeOfTransfer,
    String sourceOfFunds,
    String businessReference,
    String callbackUrl,
    String forceStatus,
    String type,
    String receiverLipaNumber,
    String receiverAccount)
    implements PayoutRequest {

  @Override
  public String toString() {
    return "PaymentRequest[…]";
  }
}
