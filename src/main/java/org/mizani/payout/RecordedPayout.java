package org.mizani.payout;

import java.math.BigDecimal;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A payout as operators see it: what its partner sees, and how it fares. Amounts in major units,
 * times in UTC to the millisecond.
 */
@Schema(
    requiredProperties = {
      "serviceReference",
      "businessId",
      "businessReference",
      "sweepDueAt",
      "status",
      "channel",
      "country",
      "recipient",
      "senderAmount",
      "senderCurrency",
      "fee",
      "receiverAmount",
      "receiverCurrency",
      "rail",
      "looks",
      "nextLookAt",
      "failureReason",
      "flagged",
      "contradictedAt",
      "nextWatchAt",
      "createdAt",
      "updatedAt"
    })
public record RecordedPayout(
    String serviceReference,
    @Schema(description = "Whose payout it is", format = "uuid") String businessId,
    @Schema(description = "The business's own reference; empty where a sweep made the payout")
        String businessReference,
    @Schema(
            description =
                "When the sweep that made the payout was due; null where a request made it",
            nullable = true,
            examples = "2026-11-21T23:00:00Z")
        Instant sweepDueAt,
    @Schema(
            description = "What has become of it; success and failure are final",
            enumeration = {"termination_pending", "termination_success", "termination_failure"})
        String status,
    @Schema(
            description = "What the recipient has",
            enumeration = {"mobile", "till", "paybill", "bank"})
        String channel,
    @Schema(description = "The recipient's country", examples = "KE") String country,
    @Schema(description = "The last digits of the recipient's number", examples = "***678")
        String recipient,
    BigDecimal senderAmount,
    String senderCurrency,
    @Schema(description = "In the sender's currency", examples = "0.16") BigDecimal fee,
    BigDecimal receiverAmount,
    String receiverCurrency,
    @Schema(description = "The network that pays", examples = "sandbox") String rail,
    @Schema(description = "How often the network was instructed or asked", examples = "1")
        int looks,
    @Schema(description = "When it is asked again; null once it is final", nullable = true)
        Instant nextLookAt,
    @Schema(description = "Why it failed; null where nobody said", nullable = true)
        String failureReason,
    @Schema(description = "Whether somebody has to look into it") boolean flagged,
    @Schema(
            description =
                "When the network said the contrary of the final status; null where it never did",
            nullable = true,
            examples = "2026-11-21T23:00:00Z")
        Instant contradictedAt,
    @Schema(
            description =
                "When the network is asked again whether it has paid a payout that failed by hand;"
                    + " null where nobody asks",
            nullable = true,
            examples = "2026-11-21T23:00:00Z")
        Instant nextWatchAt,
    Instant createdAt,
    Instant updatedAt) {

  @Override
  public String toString() {
    return "RecordedPayout[" + serviceReference + "]";
  }
}
