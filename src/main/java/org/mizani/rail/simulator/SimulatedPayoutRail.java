package org.mizani.rail.simulator;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RecipientLookup;
import org.mizani.rail.SendWindow;
import org.mizani.rail.simulator.Simulation.Behaviour;

/**
 * Simulated rail of payouts. It pays no money: it takes its time, times out, refuses connections or
 * fails as the recipient's number says, and takes a payment back as the partner's reference says.
 */
@Singleton
public class SimulatedPayoutRail implements PayoutRail, RecipientLookup {

  /** End of the partner's references of payouts that come back after they were paid. */
  private static final String COMES_BACK = "-comes-back";

  private static final PayoutOutcome FAILED =
      new PayoutOutcome.Failed(FailureCode.REFUSED, "declined by the sandbox");

  private final Simulation simulation;

  SimulatedPayoutRail(Simulation simulation) {
    this.simulation = simulation;
  }

  @Override
  public String name() {
    return Simulation.RAIL;
  }

  @Override
  public boolean takesPayouts() {
    return simulation.isConnected();
  }

  @Override
  public RailCapabilities capabilities() {
    return Simulation.CAPABILITIES;
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return simulation.isConnected();
  }

  @Override
  public Optional<RecipientLookup> recipientLookup(Channel channel) {
    return Optional.of(this);
  }

  @Override
  public Uni<Optional<String>> holderOf(Recipient recipient) {
    return Uni.createFrom()
        .item(
            DesignatedRecipients.behaviourOf(recipient)
                .map(known -> "TEST RECIPIENT " + recipient.country()));
  }

  @Override
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
    return answer(instruction, true);
  }

  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    return answer(instruction, false);
  }

  private Uni<PayoutOutcome> answer(PayoutInstruction instruction, boolean first) {
    return simulation.answer(
        behaviour(instruction), instruction.age(), first, paid(instruction), FAILED);
  }

  /** Only a question about a final payout is answered with its return: it was paid before that. */
  private PayoutOutcome paid(PayoutInstruction instruction) {
    String receipt = Simulation.receiptOf(instruction.serviceReference());
    if (!instruction.narration().endsWith(COMES_BACK)) {
      return new PayoutOutcome.Paid(Optional.of(receipt), Optional.empty());
    }
    Duration left = simulation.untilReturned(instruction.age());
    return left.isZero() && instruction.attempt() == 0
        ? new PayoutOutcome.Returned("RETURN-" + receipt, instruction.amount())
        : new PayoutOutcome.Paid(
            Optional.of(receipt), Optional.empty(), Optional.empty(), Optional.of(left));
  }

  private static Behaviour behaviour(PayoutInstruction instruction) {
    return instruction
        .forcedOutcome()
        .map(SimulatedPayoutRail::forced)
        .or(() -> DesignatedRecipients.behaviourOf(instruction.recipient()))
        .orElse(Behaviour.FAILS);
  }

  private static Behaviour forced(ForcedOutcome outcome) {
    return switch (outcome) {
      case SUCCESS -> Behaviour.PAYS;
      case FAILURE -> Behaviour.FAILS;
      case PENDING -> Behaviour.NEVER_ANSWERS;
    };
  }
}
