package org.mizani.payout;

import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The body of {@code POST /business/payout/bank} (specification, sections 2.5 and 4.10), its fields
 * in the order of the contract's table, in which they are also checked.
 */
@Schema(
    requiredProperties = {
      "senderCurrency",
      "receiverCurrency",
      "amount",
      "payoutCountry",
      "businessReference",
      "senderTelephoneNo",
      "senderFirstName",
      "senderLastName",
      "senderDob",
      "senderIdType",
      "senderIdNumber",
      "senderNationality",
      "receiverFirstName",
      "receiverLastName",
      "receiverBankCode",
      "receiverAccountNumber",
      "relationship",
      "purposeOfTransfer"
    })
public record BankPayoutRequest(
    String senderCurrency,
    @Schema(
            description = "KES for KE, ZAR for ZA",
            enumeration = {"KES", "ZAR"})
        String receiverCurrency,
    BigDecimal amount,
    @Schema(enumeration = {"KE", "ZA"}) String payoutCountry,
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
    @Schema(
            description =
                "The `code` of a bank of payoutCountry that /business/banks lists; leading zeros"
                    + " count",
            examples = "01")
        String receiverBankCode,
    @Schema(
            description = "Letters and digits",
            pattern = "[0-9A-Za-z]{1,34}",
            examples = "1100000001")
        String receiverAccountNumber,
    @Schema(description = "Required for South Africa", format = "email", maxLength = 100)
        String receiverEmail,
    String relationship,
    String purposeOfTransfer,
    String sourceOfFunds,
    String callbackUrl,
    String forceStatus)
    implements PayoutRequest {

  /** A payout to a Kenyan bank account of the sandbox. */
  static final String KENYA =
      """
      {
        "senderCurrency": "USD", "receiverCurrency": "KES", "amount": 1000, "payoutCountry": "KE",
        "businessReference": "bank-1001",
        "senderTelephoneNo": "+254700000001", "senderFirstName": "Amina",
        "senderLastName": "Otieno", "senderDob": "1990-04-12", "senderIdType": "passport",
        "senderIdNumber": "A1234567", "senderNationality": "KE",
        "receiverFirstName": "Juma", "receiverLastName": "Mwangi",
        "receiverBankCode": "01", "receiverAccountNumber": "1100000001",
        "relationship": "supplier", "purposeOfTransfer": "business_payment"
      }
      """;

  /** A payout to a South African bank account of the sandbox. */
  static final String SOUTH_AFRICA =
      """
      {
        "senderCurrency": "ZAR", "receiverCurrency": "ZAR", "amount": 500, "payoutCountry": "ZA",
        "businessReference": "bank-1002",
        "senderTelephoneNo": "+254700000001", "senderFirstName": "Amina",
        "senderLastName": "Otieno", "senderDob": "1990-04-12", "senderIdType": "passport",
        "senderIdNumber": "A1234567", "senderNationality": "KE",
        "receiverFirstName": "Juma", "receiverLastName": "Mwangi",
        "receiverBankCode": "632005", "receiverAccountNumber": "1100000002",
        "receiverEmail": "juma.mwangi@example.org",
        "relationship": "supplier", "purposeOfTransfer": "business_payment"
      }
      """;

  @Override
  public String toString() {
    return "BankPayoutRequest[…]";
  }
}
