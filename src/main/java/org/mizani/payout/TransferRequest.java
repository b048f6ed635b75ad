package org.mizani.payout;

import java.math.BigDecimal;

/**
 * The body of {@code POST /business/payout/transfer} (specification, sections 2.5 and 4.7), its
 * fields in the order of the contract's table, in which they are also checked.
 */
public record TransferRequest(
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
    String receiverPhone)
    implements PayoutRequest {

  @Override
  public String toString() {
    return "TransferRequest[…]";
  }
}
