package org.mizani.webhook;

import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The body of a payout's webhook as the OpenAPI document shows it (specification, section 6.1). The
 * one that is sent is written on a higher floor; a test holds it against this.
 */
@Schema(
    requiredProperties = {
      "businessId",
      "businessReference",
      "serviceReference",
      "status",
      "senderCurrency",
      "receiverCurrency",
      "senderAmount",
      "receiverAmount",
      "signature"
    })
record TransactionUpdated(
    String businessId,
    String businessReference,
    String serviceReference,
    @Schema(
            description = "What became of the payout",
            enumeration = {"termination_success", "termination_failure"})
        String status,
    String senderCurrency,
    String receiverCurrency,
    BigDecimal senderAmount,
    BigDecimal receiverAmount,
    String signature) {}
