package org.mizani.operator.sweep;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.http.Masked;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.sweep.Sweep;

/** Sweep of one collection wallet, in major units. */
public record SweepAnswer(
    String currency,
    String channel,
    String bankCode,
    String recipient,
    String holder,
    BigDecimal minimum,
    String time,
    boolean enabled,
    Instant nextAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) RunAnswer lastRun) {

  /** Latest run. A run without a payout has only its time. */
  public record RunAnswer(
      Instant dueAt, String serviceReference, BigDecimal amount, String status) {

    private static RunAnswer of(Sweep.Run run) {
      return run.payout()
          .map(
              paid ->
                  new RunAnswer(
                      run.dueAt(),
                      paid.serviceReference(),
                      paid.amount().major(),
                      PayoutStatus.wireNameOfCode(paid.status())))
          .orElseGet(() -> new RunAnswer(run.dueAt(), null, null, null));
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
        sweep.last().map(RunAnswer::of).orElse(null));
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
