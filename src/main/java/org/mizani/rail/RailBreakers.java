package org.mizani.rail;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Gives every connected rail its circuit breakers, and shows them as gauges. */
@Singleton
public final class RailBreakers {

  private final BreakerConfig config;
  private final MeterRegistry registry;

  RailBreakers(BreakerConfig config, MeterRegistry registry) {
    config.validate();
    this.config = config;
    this.registry = registry;
  }

  /** Calls of the payouts of these rails. */
  public RailCalls<PayoutOutcome> ofPayouts(PayoutRouter rails) {
    return new RailCalls<>(breakers("Payouts", rails.names()), PayoutOutcome.Unknown::new);
  }

  /** Calls of the collections of these rails. */
  public RailCalls<CollectionOutcome> ofCollections(CollectionRouter rails) {
    return new RailCalls<>(breakers("Collections", rails.names()), CollectionOutcome.Unknown::new);
  }

  private Map<String, RailBreaker> breakers(String what, List<String> rails) {
    Set<String> off = config.off().orElse(Set.of());
    return rails.stream()
        .distinct()
        .filter(rail -> !off.contains(rail))
        .collect(Collectors.toMap(Function.identity(), rail -> shown(what, rail)));
  }

  private RailBreaker shown(String what, String rail) {
    RailBreaker breaker = new RailBreaker(what, rail, config);
    Gauge.builder("payments.rail.breaker", breaker::level)
        .description("0 while the rail answers, 1 while it is tried again, 2 while it is away")
        .tag("rail", rail)
        .tag("kind", what.toLowerCase(Locale.ROOT))
        .register(registry);
    return breaker;
  }
}
