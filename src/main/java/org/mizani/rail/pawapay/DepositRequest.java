package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;
import org.mizani.rail.CollectionInstruction;

/**
 * Body of {@code POST /v2/deposits}, which prompts a customer. A second one of the same id is
 * ignored.
 *
 * @param amount as {@link Amounts} writes it
 * @param clientReferenceId shown on statements, or null
 * @param customerMessage as {@link CustomerMessage} makes it, or null
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DepositRequest(
    UUID depositId,
    Account payer,
    String amount,
    String currency,
    String clientReferenceId,
    String customerMessage) {

  /**
   * The request for this instruction.
   *
   * @param provider code of the customer's network
   * @throws ArithmeticException if the amount is finer than the network moves
   */
  public static DepositRequest of(
      CollectionInstruction instruction, String provider, Amounts amounts) {
    return new DepositRequest(
        instruction.collectionId(),
        Account.of(instruction.customer(), provider),
        amounts.write(instruction.amount()),
        instruction.amount().currency().name(),
        instruction.collectionId().toString(),
        instruction.narration().flatMap(CustomerMessage::of).orElse(null));
  }

  @Override
  public String toString() {
    return "DepositRequest[" + depositId + "]";
  }
}
