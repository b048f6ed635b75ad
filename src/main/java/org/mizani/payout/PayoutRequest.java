package org.mizani.payout;

import java.math.BigDecimal;

/**
 * Request body of a payout: the fields that all kinds share (specification, section 2.5). Each kind
 * declares its fields in the order of its own table in the contract, in which they are checked.
 */
public sealed interface PayoutRequest {

  String senderCurrency();

  String receiverCurrency();

  BigDecimal amount();

  String senderFirstName();

  String senderLastName();

  String senderDob();

  String senderIdType();

  String senderIdNumber();

  String senderNationality();

  String senderTelephoneNo();

  String receiverFirstName();

  String receiverLastName();

  String relationship();

  String payoutCountry();

  String purposeOfTransfer();

  String sourceOfFunds();

  String businessReference();

  String callbackUrl();

  String forceStatus();

  /** Body of {@code POST /business/payout/transfer} (specification, section 4.7). */
  record TransferRequest(
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

  /** Body of {@code POST /business/payout/payment} (specification, section 4.8). */
  record PaymentRequest(
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

  /** Body of {@code POST /business/payout/bank} (specification, section 4.10). */
  record BankPayoutRequest(
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
}
