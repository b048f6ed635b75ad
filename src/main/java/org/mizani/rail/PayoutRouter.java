package org.mizani.rail;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;

/** Finds the rail that pays recipients of a corridor. */
@Singleton
public final class PayoutRouter {

  private final List<PayoutRail> rails;

  PayoutRouter(@All List<PayoutRail> rails) {
    this.rails = rails;
  }

  /** The rail for payouts of this channel and country, or empty if none is connected. */
  public Optional<PayoutRail> railFor(Country country, Channel channel) {
    return rails.stream().filter(rail -> rail.serves(country, channel)).findFirst();
  }

  /** A rail that can look up recipients of this channel and country, or empty without one. */
  public Optional<RecipientLookup> recipientLookup(Country country, Channel channel) {
    return rails.stream()
        .filter(rail -> rail.serves(country, channel))
        .filter(RecipientLookup.class::isInstance)
        .map(RecipientLookup.class::cast)
        .findFirst();
  }

  /** The names of all connected rails. */
  public List<String> names() {
    return rails.stream().map(PayoutRail::name).toList();
  }

  @Produces
  @Singleton
  RailGuard<PayoutRail, PayoutOutcome> guard(BreakerConfig config, MeterRegistry registry) {
    return new RailGuard<>(
        this::railNamed,
        RailBreaker.of("Payouts", names(), config, registry),
        PayoutOutcome.Unknown::new);
  }

  private Optional<PayoutRail> railNamed(String name) {
    return rails.stream().filter(rail -> rail.name().equals(name)).findFirst();
  }
}
