package org.mizani.rail.guard;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;

/** Guards of payouts and of collections: they share a rail's pace, and payouts alone pause. */
@Singleton
final class RailGuards {

  private final BreakerConfig breaker;
  private final MeterRegistry registry;
  private final RailPaces paces;

  RailGuards(BreakerConfig breaker, MeterRegistry registry, RailPaces paces) {
    this.breaker = breaker;
    this.registry = registry;
    this.paces = paces;
  }

  @Produces
  @Singleton
  RailGuard<PayoutRail, PayoutOutcome> payouts(PayoutRouter router, RailPauses pauses) {
    return new RailGuard<>(
        router::railNamed,
        RailBreaker.of("Payouts", router.names(), breaker, registry, this::startSlowly),
        new WithPauses(paces, pauses),
        PayoutOutcome.Unknown::new);
  }

  @Produces
  @Singleton
  RailGuard<CollectionRail, CollectionOutcome> collections(CollectionRouter router) {
    return new RailGuard<>(
        router::railNamed,
        RailBreaker.of("Collections", router.names(), breaker, registry, this::startSlowly),
        paces::of,
        CollectionOutcome.Unknown::new);
  }

  private void startSlowly(String rail) {
    paces.of(rail).ifPresent(RailPace::startSlowly);
  }

  /** Pacing of payouts. */
  private record WithPauses(RailPaces paces, RailPauses pauses) implements RailGuard.Pacing {

    @Override
    public Optional<RailPace> pace(String rail) {
      return paces.of(rail);
    }

    @Override
    public Optional<Duration> pause(String rail, boolean question) {
      return pauses.pause(rail, question);
    }

    @Override
    public Uni<Void> begin(String rail, PauseReason reason) {
      return pauses.pause(rail, reason, "nothing was taken: " + reason.code(), Duration.ZERO);
    }
  }
}
