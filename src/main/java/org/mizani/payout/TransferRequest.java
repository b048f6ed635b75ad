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
    @Schema(description = "With the country code of payoutCountry", examples = "+254712345678")
        String receiverPhone)
    implements PayoutRequest {

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
