package org.mizani.payout;

import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The body of {@code POST /business/payout/payment} (specification, sections 2.5 and 4.8), its
 * fields in the order of the contract's tables, in which they are also checked.
 */
@Schema(
    requiredProperties = {
      "senderCurrency",
      "receiverCurrency",
      "amount",
      "senderFirstName",
      "senderLastName",
      "senderDob",
      "senderIdType",
      "senderIdNumber",
      "senderNationality",
      "senderTelephoneNo",
      "relationship",
      "payoutCountry",
      "purposeOfTransfer",
      "sourceOfFunds",
      "businessReference",
      "type",
      "receiverLipaNumber"
    })
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
    @Schema(description = NAMES, maxLength = 100) String receiverFirstName,
    @Schema(description = NAMES, maxLength = 100) String receiverLastName,
    String relationship,
    String payoutCountry,
    String purposeOfTransfer,
    String sourceOfFunds,
    String businessReference,
    String callbackUrl,
    String forceStatus,
    @Schema(
            description = "Uganda has tills only",
            enumeration = {"paybill", "till"})
        String type,
    @Schema(
            description =
                "The till or paybill number, as /business/decode-qr tells and"
                    + " /business/verify-payment takes it; a Kenyan one may keep the leading zeros of its QR code",
            maxLength = 100,
            examples = "174379")
        String receiverLipaNumber,
    @Schema(
            description =
                "The account at the biller: required for a paybill, not looked at for a till",
            maxLength = 100)
        String receiverAccount)
    implements PayoutRequest {

  /** A payment to a till of the sandbox. */
  static final String TILL =
      """
      {
        "senderCurrency": "USD", "receiverCurrency": "KES", "amount": 1000,
        "senderFirstName": "Amina", "senderLastName": "Otieno", "senderDob": "1990-04-12",
        "senderIdType": "passport", "senderIdNumber": "A1234567", "senderNationality": "KE",
        "senderTelephoneNo": "+254700000001",
        "receiverFirstName": "Juma", "receiverLastName": "Mwangi",
        "relationship": "supplier", "payoutCountry": "KE",
        "purposeOfTransfer": "business_payment", "sourceOfFunds": "business_income",
        "businessReference": "till-1001",
        "type": "till", "receiverLipaNumber": "174379"
      }
      """;

  /** A payment to an account at a biller of the sandbox. */
  static final String PAYBILL =
      """
      {
        "senderCurrency": "USD", "receiverCurrency": "KES", "amount": 1000,
        "senderFirstName": "Amina", "senderLastName": "Otieno", "senderDob": "1990-04-12",
        "senderIdType": "passport", "senderIdNumber": "A1234567", "senderNationality": "KE",
        "senderTelephoneNo": "+254700000001",
        "receiverFirstName": "Juma", "receiverLastName": "Mwangi",
        "relationship": "supplier", "payoutCountry": "KE",
        "purposeOfTransfer": "business_payment", "sourceOfFunds": "business_income",
        "businessReference": "paybill-1001",
        "type": "paybill", "receiverLipaNumber": "600000", "receiverAccount": "ACC-001"
      }
      """;

  /** A payment to a Ugandan till of the sandbox, whose merchant's name the service fills in. */
  static final String UGANDAN_TILL =
      """
      {
        "senderCurrency": "UGX", "receiverCurrency": "UGX", "amount": 50000,
        "senderFirstName": "Amina", "senderLastName": "Otieno", "senderDob": "1990-04-12",
        "senderIdType": "passport", "senderIdNumber": "A1234567", "senderNationality": "KE",
        "senderTelephoneNo": "+254700000001",
        "relationship": "supplier", "payoutCountry": "UG",
        "purposeOfTransfer": "business_payment", "sourceOfFunds": "business_income",
        "businessReference": "till-1002",
        "type": "till", "receiverLipaNumber": "400001"
      }
      """;

  private static final String NAMES =
      "May be left out in Uganda, where the till's registered name takes its place";

  @Override
  public String toString() {
    return "PaymentRequest[…]";
  }
}
