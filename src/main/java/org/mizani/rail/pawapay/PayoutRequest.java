package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;
import org.mizani.corridor.PhoneNumber;
import org.mizani.rail.PayoutInstruction;

/**
 * Body of {@code POST /v2/payouts}. A second one of the same id is ignored.
 *
 * @param amount as {@link Amounts} writes it
 * @param clientReferenceId shown on statements, or null
 * @param customerMessage as {@link CustomerMessage} makes it, or null
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PayoutRequest(
    UUID payoutId,
    Account recipient,
    String amount,
    String currency,
    String clientReferenceId,
    String customerMessage) {

  /**
   * The request for this instruction.
   *
   * @param phone of the instruction's recipient
   * @param provider code of its network
   * @throws ArithmeticException if the amount is finer than the network moves
   */
  public static PayoutRequest of(
      PayoutInstruction instruction, PhoneNumber phone, String provider, Amounts amounts) {
    return new PayoutRequest(
        instruction.serviceReference(),
        Account.of(phone, provider),
        amounts.write(instruction.amount()),
        instruction.amount().currency().name(),
        instruction.serviceReference().toString(),
        CustomerMessage.of(instruction.narration()).orElse(null));
  }

  @Override
  public String toString() {
    return "PayoutRequest[" + payoutId + "]";
  }
}
