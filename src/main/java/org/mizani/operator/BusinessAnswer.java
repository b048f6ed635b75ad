package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.mizani.business.Business;

/**
 * A business as operators see it.
 *
 * @param webhookSecret only in the answer that tells it for the only time
 */
@Schema(
    requiredProperties = {
      "businessId",
      "name",
      "callbackUrl",
      "collectionCallbackUrl",
      "collectionsEnabled",
      "feeRate",
      "signatureScheme",
      "suspended",
      "createdAt",
      "updatedAt"
    })
record BusinessAnswer(
    @Schema(description = "Its id", examples = "a8761c88-44ba-4c63-b785-3f84b7903210")
        String businessId,
    @Schema(description = "Its name", examples = "Acacia Traders") String name,
    @Schema(
            description = "Where its payout webhooks go by default; null for nowhere",
            nullable = true,
            examples = "https://example.org/payouts")
        String callbackUrl,
    @Schema(
            description = "Where its collection webhooks go by default; null for nowhere",
            nullable = true,
            examples = "https://example.org/collections")
        String collectionCallbackUrl,
    @Schema(description = "Whether it may collect", examples = "true") boolean collectionsEnabled,
    @Schema(description = "Its fee as a share of the sender's amount", examples = "0.02")
        BigDecimal feeRate,
    @Schema(
            description = "`legacy` adds the header X-Service-Signature to its webhooks",
            enumeration = {"digest", "legacy"})
        String signatureScheme,
    @Schema(description = "Whether all its requests are refused for now", examples = "false")
        boolean suspended,
    @Schema(description = "When it was created", examples = "2026-11-20T11:42:52.771Z")
        Instant createdAt,
    @Schema(description = "When it was changed last", examples = "2026-11-20T11:42:54.792Z")
        Instant updatedAt,
    @Schema(
            description = "What its webhooks are signed with; shown this once",
            examples = "whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGI=")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        String webhookSecret) {

  static BusinessAnswer of(Business business) {
    return of(business, null);
  }

  static BusinessAnswer of(Business business, String webhookSecret) {
    BusinessForm form = BusinessForm.of(business.profile());
    return new BusinessAnswer(
        business.publicId().toString(),
        form.name(),
        form.callbackUrl(),
        form.collectionCallbackUrl(),
        form.collectionsEnabled(),
        form.feeRate(),
        form.signatureScheme(),
        form.suspended(),
        business.createdAt().truncatedTo(ChronoUnit.MILLIS),
        business.updatedAt().truncatedTo(ChronoUnit.MILLIS),
        webhookSecret);
  }

  @Override
  public String toString() {
    return "BusinessAnswer[" + businessId + "]";
  }
}
