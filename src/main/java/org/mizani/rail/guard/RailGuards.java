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

/**
 * Guards of payouts and of collections: they share a rail's pace, its pauses and the switch of
 * submissions.
 */
@Singleton
final class RailGuards {

  private final BreakerConfig breaker;
  private final MeterRegistry registry;
  private final RailPaces paces;
  private final SubmissionSwitch submission;

  RailGuards(
      BreakerConfig breaker, MeterRegistry registry, RailPaces paces, SubmissionSwitch submission) {
    this.submission = submission;
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
        new RailCallTimes("payouts", router.names(), registry),
        new OfPayouts(paces, submission, pauses),
        PayoutOutcome.Unknown::new);
  }

  @Produces
  @Singleton
  RailGuard<CollectionRail, CollectionOutcome> collections(
      CollectionRouter router, RailPauses pauses) {
    return new RailGuard<>(
        router::railNamed,
        RailBreaker.of("Collections", router.names(), breaker, registry, this::startSlowly),
        new RailCallTimes("collections", router.names(), registry),
        new OfCollections(paces, submission, pauses),
        CollectionOutcome.Unknown::new);
  }

  private void startSlowly(String rail) {
    paces.of(rail).ifPresent(RailPace::startSlowly);
  }

  /** Pacing of collections. */
  private record OfCollections(RailPaces paces, SubmissionSwitch submission, RailPauses pauses)
      implements RailGuard.Pacing {

    @Override
    public Optional<RailPace> pace(String rail) {
      return paces.of(rail);
    }

    @Override
    public Optional<Duration> pause(String rail, boolean question) {
      return submission.heldFor(question).or(() -> pauses.pauseOfCollections(rail));
    }

    @Override
    public Uni<Void> begin(String rail, PauseReason reason) {
      return pauses.begin(rail, reason);
    }
  }

  /** Pacing of payouts. */
  private record OfPayouts(RailPaces paces, SubmissionSwitch submission, RailPauses pauses)
      implements RailGuard.Pacing {

    @Override
    public Optional<RailPace> pace(String rail) {
      return paces.of(rail);
    }

    @Override
    public Optional<Duration> pause(String rail, boolean question) {
      return submission.heldFor(question).or(() -> pauses.pause(rail, question));
    }

    @Override
    public Uni<Void> begin(String rail, PauseReason reason) {
      return pauses.begin(rail, reason);
    }
  }
}
