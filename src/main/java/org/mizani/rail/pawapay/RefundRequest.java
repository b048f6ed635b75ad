package org.mizani.rail.pawapay;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;
import org.mizani.rail.PayoutInstruction;

/**
 * Body of {@code POST /v2/refunds}: the customer of a deposit gets it back, or a part of it. A
 * second one of the same id is ignored.
 *
 * @param depositId of the collection
 * @param amount as {@link Amounts} writes it
 */
@RegisterForReflection
public record RefundRequest(UUID refundId, UUID depositId, String amount, String currency) {

  /**
   * The request for this instruction.
   *
   * @param deposit that the instruction refunds
   * @throws ArithmeticException if the amount is finer than the network moves
   */
  public static RefundRequest of(PayoutInstruction instruction, UUID deposit, Amounts amounts) {
    return new RefundRequest(
        instruction.serviceReference(),
        deposit,
        amounts.write(instruction.amount()),
        instruction.amount().currency().name());
  }
}
