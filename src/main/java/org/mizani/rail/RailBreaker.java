package org.mizani.rail;

import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.Guard;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.util.TypeLiteral;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jboss.logging.Logger;

/** The circuit breaker of one rail's payouts, or of its collections (ADR 10). */
final class RailBreaker {

  private static final Logger LOG = Logger.getLogger(RailBreaker.class);

  private static final int CLOSED = 0;
  private static final int HALF_OPEN = 1;
  private static final int OPEN = 2;
  private static final int HUNDRED = 100;

  private final String what;
  private final String rail;
  private final BreakerConfig config;
  private final AtomicInteger level = new AtomicInteger(CLOSED);
  private final Guard guard;

  /**
   * @param what waits while it is open, as a message begins: {@code Payouts}
   */
  RailBreaker(String what, String rail, BreakerConfig config) {
    this.what = what;
    this.rail = rail;
    this.config = config;
    this.guard =
        Guard.create()
            .withCircuitBreaker()
            .requestVolumeThreshold(config.window())
            .failureRatio(config.failurePercent() / (HUNDRED + 0.0))
            .delay(config.delay().toMillis(), ChronoUnit.MILLIS)
            .successThreshold(config.trials())
            .onStateChange(this::changed)
            .done()
            .build();
  }

  /**
   * Makes a call, unless the rail is away.
   *
   * @param call fails where the rail gives no answer
   * @throws RailAway (as failure) where it was not made
   */
  <T> Uni<T> guard(Uni<T> call) {
    return Uni.createFrom()
        .deferred(
            () -> guard.get(() -> withoutBreakersOfItsOwn(call), new TypeLiteral<Uni<T>>() {}))
        .onFailure(CircuitBreakerOpenException.class)
        .transform(open -> new RailAway(rail, config.delay()));
  }

  /**
   * A connector may have breakers of its own, and meet one after it has begun: that is a call
   * without an answer, not one that was not made.
   */
  private static <T> Uni<T> withoutBreakersOfItsOwn(Uni<T> call) {
    return call.onFailure(CircuitBreakerOpenException.class)
        .transform(own -> new IllegalStateException("a breaker of the connector is open", own));
  }

  /** 0 while the rail answers, 2 while it is away, 1 while it is tried again. */
  int level() {
    return level.get();
  }

  private void changed(CircuitBreakerState state) {
    int before =
        level.getAndSet(
            switch (state) {
              case CLOSED -> CLOSED;
              case HALF_OPEN -> HALF_OPEN;
              case OPEN -> OPEN;
            });
    if (before == CLOSED) {
      LOG.warnf("%s of rail %s wait: it does not answer", what, rail);
    } else if (state == CircuitBreakerState.CLOSED) {
      LOG.infof("%s of rail %s go on: it answers again", what, rail);
    }
  }
}
