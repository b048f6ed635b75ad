package org.mizani.rail;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.mizani.corridor.Country;

/** Finds the rail that collects from a customer. */
@Singleton
public final class CollectionRouter {

  private final List<CollectionRail> rails;

  CollectionRouter(@All List<CollectionRail> rails) {
    this.rails = rails;
  }

  /** The rail for customers of this operator, or empty if none is connected. */
  public Optional<CollectionRail> railFor(Country country, Optional<String> operator) {
    return rails.stream().filter(rail -> rail.collects(country, operator)).findFirst();
  }

  /** The names of all connected rails. */
  public List<String> names() {
    return rails.stream().map(CollectionRail::name).toList();
  }

  @Produces
  @Singleton
  RailGuard<CollectionRail, CollectionOutcome> guard(BreakerConfig config, MeterRegistry registry) {
    return new RailGuard<>(
        this::railNamed,
        RailBreaker.of("Collections", names(), config, registry),
        CollectionOutcome.Unknown::new);
  }

  private Optional<CollectionRail> railNamed(String name) {
    return rails.stream().filter(rail -> rail.name().equals(name)).findFirst();
  }
}
