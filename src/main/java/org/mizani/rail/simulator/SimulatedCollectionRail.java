package org.mizani.rail.simulator;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionInstruction.ForcedOutcome;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionRail;

/**
 * Prompts nobody: the designated phones approve, decline, hesitate and fall silent by themselves.
 * Any other phone is not active there, so its prompt fails.
 */
@Singleton
public class SimulatedCollectionRail implements CollectionRail {

  private static final Set<Country> COUNTRIES = Set.of(Country.KE, Country.TZ, Country.UG);
  private static final Declined DECLINED = new Declined("declined by the customer");
  private static final Declined NOT_ACTIVE = new Declined("account not active");

  private final Simulation simulation;
  private final boolean connected;

  SimulatedCollectionRail(
      SimulatorConfig config, @ConfigProperty(name = "payments.environment") String environment) {
    this.simulation = new Simulation(config);
    this.connected = SimulatedPayoutRail.isConnectedIn(environment);
  }

  @Override
  public String name() {
    return SimulatedPayoutRail.NAME;
  }

  @Override
  public boolean collects(Country country, Optional<String> operator) {
    return connected && COUNTRIES.contains(country);
  }

  @Override
  public Uni<CollectionOutcome> prompt(CollectionInstruction instruction) {
    return answer(instruction, true);
  }

  @Override
  public Uni<CollectionOutcome> ask(CollectionInstruction instruction) {
    return answer(instruction, false);
  }

  private Uni<CollectionOutcome> answer(CollectionInstruction instruction, boolean first) {
    Optional<Behaviour> designated =
        DesignatedRecipients.behaviourOf(new MobileWallet(instruction.customer()));
    CollectionOutcome success = collected(instruction.collectionId());
    CollectionOutcome failure = designated.isPresent() ? DECLINED : NOT_ACTIVE;
    if (instruction.forcedOutcome().isPresent()) {
      ForcedOutcome forced = instruction.forcedOutcome().get();
      CollectionOutcome end = forced == ForcedOutcome.CANCELLED ? new Lapsed() : DECLINED;
      return simulation.answer(forced(forced), instruction.age(), first, success, end);
    }
    return simulation.answer(
        designated.orElse(Behaviour.FAILS), instruction.age(), first, success, failure);
  }

  private static Behaviour forced(ForcedOutcome outcome) {
    return switch (outcome) {
      case SUCCESS -> Behaviour.PAYS;
      case FAILURE, CANCELLED -> Behaviour.FAILS;
      case PENDING -> Behaviour.NEVER_ANSWERS;
    };
  }

  /** A receipt number like those of the networks, the same whichever pod asks. */
  private static Collected collected(UUID collectionId) {
    String digits = Long.toUnsignedString(collectionId.getLeastSignificantBits(), 36);
    return new Collected("SBX" + digits.toUpperCase(Locale.ROOT), Optional.empty());
  }
}
