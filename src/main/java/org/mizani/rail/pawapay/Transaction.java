package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import org.mizani.money.Money;

/**
 * State of a payout, deposit or refund: the data of a status answer, or the body of a callback.
 * Absent fields are null.
 *
 * @param payoutId of a payout only
 * @param depositId of a deposit only
 * @param refundId of a refund only
 * @param status such as {@code COMPLETED}
 * @param amount in major units
 * @param recipient of a payout or refund
 * @param payer of a deposit
 * @param providerTransactionId the network's number, which the customer sees too
 * @param failureReason of a failed one
 */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record Transaction(
    String payoutId,
    String depositId,
    String refundId,
    String status,
    String amount,
    String currency,
    Account recipient,
    Account payer,
    String providerTransactionId,
    FailureReason failureReason) {

  /** The amount, or empty if there is none or it cannot be read. */
  Optional<Money> money() {
    return Amounts.read(amount, currency);
  }

  /** The network's number, if it has given one. */
  Optional<String> receipt() {
    return Optional.ofNullable(providerTransactionId).filter(number -> !number.isBlank());
  }

  /** The code of the payer's network, if it is told. */
  Optional<String> payerProvider() {
    return Optional.ofNullable(payer).map(Account::accountDetails).map(Account.Details::provider);
  }

  /** Without the parties, which are personal. */
  @Override
  public String toString() {
    return "Transaction[%s, %s, %s, %s]".formatted(payoutId, depositId, refundId, status);
  }
}
