package org.mizani.payout;

import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The fields that requests of all kinds of payout have (specification, section 2.5). The order in
 * which they are checked is that of the kind's own table.
 */
interface PayoutRequest {

  @Schema(
      description = "The currency of the payout wallet that pays",
      enumeration = {"USD", "EUR", "GBP", "KES", "TZS", "UGX", "ZAR"})
  String senderCurrency();

  @Schema(
      description = "The currency of payoutCountry",
      enumeration = {"KES", "TZS", "UGX", "ZAR"})
  String receiverCurrency();

  @Schema(
      description =
          "What the recipient gets, in major units of receiverCurrency; more than 0, with no more"
              + " decimal places than the currency has",
      examples = "1000")
  BigDecimal amount();

  @Schema(maxLength = 100)
  String senderFirstName();

  @Schema(maxLength = 100)
  String senderLastName();

  @Schema(description = "In the past", format = "date", examples = "1990-04-12")
  String senderDob();

  @Schema(enumeration = {"passport", "national_id", "driving_license"})
  String senderIdType();

  @Schema(maxLength = 100)
  String senderIdNumber();

  @Schema(description = "2-letter country code, upper case", examples = "KE")
  String senderNationality();

  @Schema(
      description = "International: country code and digits, no blanks",
      examples = "+254700000001")
  String senderTelephoneNo();

  @Schema(maxLength = 100)
  String receiverFirstName();

  @Schema(maxLength = 100)
  String receiverLastName();

  @Schema(description = "Of the receiver to the sender, in your words", maxLength = 100)
  String relationship();

  @Schema(enumeration = {"KE", "TZ", "UG", "ZA"})
  String payoutCountry();

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
  String purposeOfTransfer();

  @Schema(
      enumeration = {
        "salary",
        "savings",
        "business_income",
        "sale_of_assets",
        "investment_income",
        "other"
      })
  String sourceOfFunds();

  @Schema(description = "Yours, for this payout alone: it pays once", maxLength = 100)
  String businessReference();

  @Schema(
      description =
          "Absolute http:// or https:// URL of this payout's webhook, instead of your default one",
      format = "uri")
  String callbackUrl();

  @Schema(
      description = "Decides the outcome; refused in production",
      enumeration = {"termination_pending", "termination_success", "termination_failure"})
  String forceStatus();
}
