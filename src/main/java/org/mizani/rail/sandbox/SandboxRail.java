package org.mizani.rail.sandbox;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailOutcome;
import org.mizani.rail.RecipientLookup;

/**
 * Pays nobody, as convincingly as it can: it takes its time, times out, refuses connections and
 * fails where the recipient's number says so. What becomes of a payout follows from its recipient
 * and age alone, so it forgets nothing at a restart and every pod tells the same story.
 */
@Singleton
public class SandboxRail implements PayoutRail, RecipientLookup {

  private static final String NAME = "sandbox";
  private static final RailOutcome PAID = new RailOutcome.Paid();

  private static final String TEST_ENVIRONMENT = "test";

  private final SandboxConfig config;
  private final boolean connected;

  SandboxRail(
      SandboxConfig config, @ConfigProperty(name = "payments.environment") String environment) {
    this.config = config;
    this.connected = environment.equalsIgnoreCase(TEST_ENVIRONMENT);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return connected;
  }

  @Override
  public Uni<Optional<String>> holderOf(Recipient recipient) {
    return Uni.createFrom()
        .item(
            DesignatedRecipients.behaviourOf(recipient)
                .map(known -> "TEST RECIPIENT " + recipient.country()));
  }

  @Override
  public Uni<RailOutcome> submit(PayoutInstruction instruction) {
    return answer(instruction, true);
  }

  @Override
  public Uni<RailOutcome> ask(PayoutInstruction instruction) {
    return answer(instruction, false);
  }

  private Uni<RailOutcome> answer(PayoutInstruction instruction, boolean first) {
    return switch (behaviour(instruction)) {
      case PAYS -> at(config.answersAfter(), instruction, PAID);
      case FAILS ->
          at(config.answersAfter(), instruction, new RailOutcome.Failed("declined by the sandbox"));
      case NEVER_ANSWERS -> Uni.createFrom().nothing();
      case TIMES_OUT_BUT_PAYS -> first ? Uni.createFrom().nothing() : Uni.createFrom().item(PAID);
      case ANSWERS_LATE -> at(config.slowAnswersAfter(), instruction, PAID);
      case REFUSES_CONNECTIONS_AT_FIRST ->
          instruction.age().compareTo(config.refusesFor()) < 0
              ? Uni.createFrom().failure(new ConnectException("connection refused by the sandbox"))
              : Uni.createFrom().item(PAID);
    };
  }

  private static Behaviour behaviour(PayoutInstruction instruction) {
    return instruction
        .forcedOutcome()
        .map(SandboxRail::forced)
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

  private static Uni<RailOutcome> at(
      Duration age, PayoutInstruction instruction, RailOutcome outcome) {
    Duration wait = age.minus(instruction.age());
    Uni<RailOutcome> answer = Uni.createFrom().item(outcome);
    return wait.isNegative() || wait.isZero() ? answer : answer.onItem().delayIt().by(wait);
  }
}
