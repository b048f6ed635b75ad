package org.mizani.payout.request;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.math.BigDecimal;

/**
 * Request body of a payout: the fields that all kinds share (specification, section 2.5; {@code
 * quoteId} is beside the contract), and those of its kind. They are null where the body has none.
 * {@link PayoutOrderReader} checks them in the order of the kind's own table in the contract.
 */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public abstract sealed class PayoutRequest {

  String senderCurrency;
  String receiverCurrency;
  BigDecimal amount;
  String senderFirstName;
  String senderLastName;
  String senderDob;
  String senderIdType;
  String senderIdNumber;
  String senderNationality;
  String senderTelephoneNo;
  String receiverFirstName;
  String receiverLastName;
  String relationship;
  String payoutCountry;
  String purposeOfTransfer;
  String sourceOfFunds;
  String businessReference;
  String callbackUrl;
  String forceStatus;
  String quoteId;

  /** Body of {@code POST /business/payout/transfer} (specification, section 4.7). */
  public static final class TransferRequest extends PayoutRequest {
    String receiverPhone;
  }

  /** Body of {@code POST /business/payout/payment} (specification, section 4.8). */
  public static final class PaymentRequest extends PayoutRequest {
    String type;
    String receiverLipaNumber;
    String receiverAccount;
  }

  /** Body of {@code POST /business/payout/bank} (specification, section 4.10). */
  public static final class BankPayoutRequest extends PayoutRequest {
    String receiverBankCode;
    String receiverAccountNumber;
    String receiverEmail;
  }
}
