package org.mizani.payout;

import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The body of {@code POST /business/payout/transfer} (specification, sections 2.5 and 4.7), its
 * fields in the order of the contract's table, in which they are also checked.
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
      "receiverFirstName",
      "receiverLastName",
      "relationship",
      "payoutCountry",
      "purposeOfTransfer",
      "sourceOfFunds",
      "businessReference",
      "receiverPhone"
    })
public record TransferRequest(
    String senderCurrency,
    String receiverCurrency,
    @Schema(description = "In the receiver's currency, in major units") BigDecimal amount,
    String senderFirstName,
    String senderLastName,
    @Schema(format = "date") String senderDob,
    @Schema(enumeration = {"passport", "national_id", "driving_license"}) String senderIdType,
    String senderIdNumber,
    @Schema(description = "2-letter country code") String senderNationality,
    @Schema(description = "With country code") String senderTelephoneNo,
    String receiverFirstName,
    String receiverLastName,
    String relationship,
    @Schema(enumeration = {"KE", "TZ", "UG", "ZA"}) String payoutCountry,
    @Schema(
            enumeration = {
              "family_support",
              "education",
              "business_payment",
              "medical",
              "investment",
              "construction",
              "rent",
              "general",
              "fuel",
              "repairs",
              "gift",
              "personal_care",
              "food_and_groceries",
              "transport",
              "travel",
              "shopping",
              "entertainment",
              "donations",
              "other"
            })
        String purposeOfTransfer,
    @Schema(
            enumeration = {
              "salary",
              "savings",
              "business_income",
              "sale_of_assets",
              "investment_income",
              "other"
            })
        String sourceOfFunds,
    @Schema(description = "Yours, for this payout alone") String businessReference,
    @Schema(description = "Absolute http:// or https:// URL of the webhook", format = "uri")
        String callbackUrl,
    @Schema(
            description = "Decides the outcome; refused in production",
            enumeration = {"termination_pending", "termination_success", "termination_failure"})
        String forceStatus,
    @Schema(description = "With country code") String receiverPhone) {

  /** A request to send with the sandbox's demo business. */
  static final String EXAMPLE =
      """
      {
        "senderCurrency": "USD", "receiverCurrency": "KES", "amount": 1000,
        "senderFirstName": "Amina", "senderLastName": "Otieno", "senderDob": "1990-04-12",
        "senderIdType": "passport", "senderIdNumber": "A1234567", "senderNationality": "KE",
        "senderTelephoneNo": "+254700000001",
        "receiverFirstName": "Juma", "receiverLastName": "Mwangi",
        "receiverPhone": "+254712345678", "relationship": "supplier", "payoutCountry": "KE",
        "purposeOfTransfer": "business_payment", "sourceOfFunds": "business_income",
        "businessReference": "invoice-1001"
      }
      """;

  @Override
  public String toString() {
    return "TransferRequest[…]";
  }
}
