package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.payout.PayoutStatus;
import org.mizani.sweep.Sweep;
import org.mizani.web.Masked;

/** The sweep of one collection wallet, in major units. */
@Schema(
    requiredProperties = {
      "currency",
      "channel",
      "bankCode",
      "recipient",
      "holder",
      "minimum",
      "time",
      "enabled",
      "nextAt"
    })
public record SweepAnswer(
    @Schema(
            description = "The currency of the collection wallet",
            enumeration = {"KES", "TZS"})
        String currency,
    @Schema(
            description = "What the destination is",
            enumeration = {"mobile", "bank"})
        String channel,
    @Schema(
            description = "The destination's bank; null for a phone",
            nullable = true,
            examples = "01")
        String bankCode,
    @Schema(description = "The last digits of the destination", examples = "***678")
        String recipient,
    @Schema(
            description =
                "Whose account it is, as the network told when it was entered; empty where it cannot"
                    + " tell",
            examples = "TEST RECIPIENT KE")
        String holder,
    @Schema(description = "What the wallet has to have at least", examples = "1000")
        BigDecimal minimum,
    @Schema(description = "When, every night, in UTC", examples = "23:00") String time,
    @Schema(description = "Whether it is swept", examples = "true") boolean enabled,
    @Schema(
            description =
                "When it is swept next, once its business is not suspended; null where it is not",
            nullable = true,
            examples = "2026-11-22T23:00:00Z")
        Instant nextAt,
    @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "The latest night that is over; absent where there was none yet")
        NightAnswer lastNight) {

  /** What became of a night. Of one on which nothing was swept there is the time alone. */
  @Schema(
      name = "SweptNight",
      requiredProperties = {"dueAt", "serviceReference", "amount", "status"})
  public record NightAnswer(
      @Schema(description = "When it was due", examples = "2026-11-21T23:00:00Z") Instant dueAt,
      @Schema(
              description =
                  "The payout that was made; null where the wallet had less than the minimum",
              nullable = true,
              format = "uuid")
          String serviceReference,
      @Schema(description = "What was swept", nullable = true, examples = "15300")
          BigDecimal amount,
      @Schema(
              description = "What has become of the payout",
              nullable = true,
              enumeration = {"termination_pending", "termination_success", "termination_failure"})
          String status) {

    private static NightAnswer of(Sweep.Night night) {
      return night
          .payout()
          .map(
              paid ->
                  new NightAnswer(
                      night.dueAt(),
                      paid.serviceReference(),
                      paid.amount().major(),
                      PayoutStatus.wireNameOfCode(paid.status())))
          .orElseGet(() -> new NightAnswer(night.dueAt(), null, null, null));
    }
  }

  static SweepAnswer of(Sweep sweep) {
    return new SweepAnswer(
        sweep.minimum().currency().name(),
        sweep.channel().code(),
        sweep.destination().map(to -> bankCode(to.recipient())).orElse(null),
        sweep.destination().map(to -> masked(to.recipient())).orElseGet(Masked::unreadable),
        sweep.destination().map(Sweep.Destination::holder).orElse(""),
        sweep.minimum().major(),
        sweep.time().toString(),
        sweep.enabled(),
        sweep.next().orElse(null),
        sweep.last().map(NightAnswer::of).orElse(null));
  }

  private static String bankCode(Recipient destination) {
    return destination instanceof BankAccount account ? account.bankCode() : null;
  }

  private static String masked(Recipient destination) {
    return Masked.number(
        destination instanceof MobileWallet wallet
            ? wallet.phone().e164()
            : ((BankAccount) destination).accountNumber());
  }

  /** Without the holder's name. */
  @Override
  public String toString() {
    return "SweepAnswer[" + currency + "]";
  }
}
