package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;

/**
 * A rail that pays and collects at once, and keeps books of its own: the debt of the service to it.
 */
@Alternative
@Singleton
public class BookkeepingRail implements PayoutRail, CollectionRail {

  static final String NAME = "bookkeeper";

  private final Map<CurrencyUnit, Long> due = new EnumMap<>(CurrencyUnit.class);
  private final Set<UUID> done = new HashSet<>();

  /**
   * The service's debt to this rail by currency, in minor units; below zero the rail is in debt.
   */
  synchronized Map<CurrencyUnit, Long> due() {
    return new EnumMap<>(due);
  }

  /**
   * Records a payment by the rail: to a recipient of the service, or to the service itself (float
   * that returns, collections paid out).
   */
  synchronized void pays(Money amount) {
    due.merge(amount.currency(), amount.minor(), Long::sum);
  }

  /**
   * Records a payment to the rail: float, a customer's payment, or a payout that comes back to it.
   */
  synchronized void takes(Money amount) {
    due.merge(amount.currency(), -amount.minor(), Long::sum);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public RailCapabilities capabilities() {
    return new RailCapabilities(true, Duration.ZERO);
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return true;
  }

  @Override
  public boolean collects(Country country, Optional<String> operator) {
    return true;
  }

  @Override
  public synchronized Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
    if (instruction.forcedOutcome().filter(ForcedOutcome.FAILURE::equals).isPresent()) {
      return Uni.createFrom().item(new PayoutOutcome.Failed(FailureCode.REFUSED, "declined"));
    }
    if (done.add(instruction.serviceReference())) {
      pays(instruction.amount());
    }
    return Uni.createFrom().item(new PayoutOutcome.Paid());
  }

  @Override
  public synchronized Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    return Uni.createFrom()
        .item(
            done.contains(instruction.serviceReference())
                ? new PayoutOutcome.Paid()
                : new PayoutOutcome.NotFound());
  }

  @Override
  public synchronized Uni<CollectionOutcome> prompt(
      CollectionInstruction instruction, SendWindow window) {
    if (done.add(instruction.collectionId())) {
      takes(instruction.amount());
    }
    return Uni.createFrom().item(new CollectionOutcome.Collected("R1", Optional.empty()));
  }

  @Override
  public synchronized Uni<CollectionOutcome> ask(CollectionInstruction instruction) {
    return Uni.createFrom()
        .item(
            done.contains(instruction.collectionId())
                ? new CollectionOutcome.Collected("R1", Optional.empty())
                : new CollectionOutcome.NotFound());
  }
}
