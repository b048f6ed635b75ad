package org.mizani.collection;

import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The body of {@code POST /business/collections} (specification, section 4.13), its fields in the
 * order of the contract's table, in which they are also checked.
 */
@Schema(requiredProperties = {"amount", "currency", "mobile"})
public record CollectionRequest(
    @Schema(
            description =
                "What the customer pays, in major units; at least 10 KES, 500 TZS or 500 UGX",
            examples = "150")
        BigDecimal amount,
    @Schema(
            description = "The currency of the customer's country",
            enumeration = {"KES", "TZS", "UGX"})
        String currency,
    @Schema(
            description = "The customer's phone, E.164; its network is found by the number",
            examples = "+254712345678")
        String mobile,
    @Schema(
            description = "Yours, for this collection alone; may be left out",
            maxLength = 100,
            examples = "order-2001")
        String reference,
    @Schema(
            description = "What the customer reads; Tanzanian networks do not show it",
            maxLength = 100,
            examples = "Order 2001")
        String narration,
    @Schema(
            description =
                "Absolute http:// or https:// URL of this collection's webhook, instead of the"
                    + " business's default",
            format = "uri")
        String callbackUrl,
    @Schema(
            description = "Test environment only: decides the outcome; refused in production",
            enumeration = {
              "collection_pending",
              "collection_success",
              "collection_failure",
              "cancelled"
            })
        String forceStatus) {

  /** A request to send with the sandbox's demo business. */
  static final String EXAMPLE =
      """
      {
        "amount": 150, "currency": "KES", "mobile": "+254712345678",
        "reference": "order-2001", "narration": "Order 2001"
      }
      """;

  @Override
  public String toString() {
    return "CollectionRequest[…]";
  }
}
