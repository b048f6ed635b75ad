package org.mizani.rail;

import io.quarkus.test.junit.QuarkusTestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;

/** Serves every corridor before the sandbox does, and tells what a test has it tell. */
@Alternative
@Singleton
public class TellingRail implements PayoutRail, CollectionRail {

  /** Polled soon, until it tells something definite. */
  public static final class Profile implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "payments.payout.settlement.poll-after", "200ms",
          "payments.collection.settlement.poll-after", "200ms");
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
      return Set.of(TellingRail.class);
    }
  }

  private volatile PayoutOutcome payout = new PayoutOutcome.Unknown("under way");
  private volatile CollectionOutcome collection = new CollectionOutcome.Unknown("under way");

  /** From now on it tells this of payouts. */
  public void tell(PayoutOutcome outcome) {
    payout = outcome;
  }

  /** From now on it tells this of collections. */
  public void tell(CollectionOutcome outcome) {
    collection = outcome;
  }

  @Override
  public String name() {
    return "telling";
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
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction) {
    return Uni.createFrom().item(payout);
  }

  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    return Uni.createFrom().item(payout);
  }

  @Override
  public Uni<CollectionOutcome> prompt(CollectionInstruction instruction) {
    return Uni.createFrom().item(collection);
  }

  @Override
  public Uni<CollectionOutcome> ask(CollectionInstruction instruction) {
    return Uni.createFrom().item(collection);
  }
}
