package org.mizani.rail.simulator;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionInstruction.ForcedOutcome;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.FailureCode;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;
import org.mizani.rail.simulator.Simulation.Behaviour;

/**
 * Simulated rail of collections. It sends no prompts: a designated phone approves, declines or does
 * not answer as its number says. Any other phone is not active, so its prompt fails.
 */
@Singleton
public class SimulatedCollectionRail implements CollectionRail {

  private static final Set<Country> COUNTRIES = Set.of(Country.KE, Country.TZ, Country.UG);
  private static final Declined DECLINED =
      new Declined(FailureCode.CUSTOMER_DECLINED, "declined by the customer");
  private static final Declined NOT_ACTIVE =
      new Declined(FailureCode.RECIPIENT_NOT_FOUND, "account not active");

  private final Simulation simulation;

  SimulatedCollectionRail(Simulation simulation) {
    this.simulation = simulation;
  }

  @Override
  public String name() {
    return Simulation.RAIL;
  }

  @Override
  public boolean takesCollections() {
    return simulation.isConnected();
  }

  @Override
  public RailCapabilities capabilities() {
    return Simulation.CAPABILITIES;
  }

  @Override
  public boolean collects(Country country, Optional<String> operator) {
    return simulation.isConnected() && COUNTRIES.contains(country);
  }

  @Override
  public Uni<CollectionOutcome> prompt(CollectionInstruction instruction, SendWindow window) {
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

  private static Collected collected(UUID collectionId) {
    return new Collected(Simulation.receiptOf(collectionId), Optional.empty());
  }
}
