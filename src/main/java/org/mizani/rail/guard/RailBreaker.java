package org.mizani.rail.guard;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.Guard;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.util.TypeLiteral;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jboss.logging.Logger;
import org.mizani.rail.RailAway;

/** Circuit breaker of one rail's payouts, or of its collections (ADR 10). */
final class RailBreaker {

  private static final Logger LOG = Logger.getLogger(RailBreaker.class);

  private static final int CLOSED = 0;
  private static final int HALF_OPEN = 1;
  private static final int OPEN = 2;
  private static final int HUNDRED = 100;

  /** Part of the delay by which a call is put off longer at most. */
  private static final int SPREAD = 4;

  private final String kind;
  private final String rail;
  private final BreakerConfig config;
  private final AtomicInteger level = new AtomicInteger(CLOSED);
  private final Guard guard;
  private final Runnable answersAgain;

  private RailBreaker(String kind, String rail, BreakerConfig config, Runnable answersAgain) {
    this.answersAgain = answersAgain;
    this.kind = kind;
    this.rail = rail;
    this.config = config;
    this.guard =
        Guard.create()
            .withCircuitBreaker()
            .requestVolumeThreshold(config.window())
            .failureRatio(config.failurePercent() / (HUNDRED + 0.0))
            .when(this::countsAsFailure)
            .delay(config.delay().toMillis(), ChronoUnit.MILLIS)
            .successThreshold(config.trials())
            .onStateChange(this::changed)
            .done()
            .build();
  }

  /**
   * Breakers of these rails by name, each with a gauge, except for rails that have it switched off.
   *
   * @param kind of the calls, as a log message begins: {@code Payouts}
   * @param answersAgain told the name of a rail whose outage is over
   */
  static Map<String, RailBreaker> of(
      String kind,
      List<String> rails,
      BreakerConfig config,
      MeterRegistry registry,
      Consumer<String> answersAgain) {
    config.validate();
    Set<String> off = config.off().orElse(Set.of());
    return rails.stream()
        .distinct()
        .filter(rail -> !off.contains(rail))
        .map(rail -> new RailBreaker(kind, rail, config, () -> answersAgain.accept(rail)))
        .peek(breaker -> breaker.register(registry))
        .collect(toMap(breaker -> breaker.rail, Function.identity()));
  }

  private void register(MeterRegistry registry) {
    Gauge.builder("payments.rail.breaker", level::get)
        .description("0 while the rail answers, 1 while it is tried again, 2 while it is away")
        .tag("rail", rail)
        .tag("kind", kind.toLowerCase(Locale.ROOT))
        .register(registry);
  }

  /**
   * Makes a call, unless the breaker is open.
   *
   * @param call fails if the rail gives no answer; that a part of it is away is one
   * @throws RailAway (as failure) if the breaker is open
   */
  <T> Uni<T> guard(Uni<T> call) {
    return Uni.createFrom()
        .deferred(() -> guard.get(() -> call, new TypeLiteral<Uni<T>>() {}))
        .onFailure(CircuitBreakerOpenException.class)
        .transform(open -> RailAway.notCalled(rail, putOff()));
  }

  /**
   * That a part of the rail is away is an answer of it. A call that was let in and not made is
   * none, but says nothing against the rail either, so it counts as a failure where it is a trial
   * alone: it must not end an outage.
   */
  private boolean countsAsFailure(Throwable failure) {
    if (!(failure instanceof RailAway away)) {
      return true;
    }
    boolean harmless = away.isNotCalled() && level.get() == CLOSED;
    return !away.isPartly() && !harmless;
  }

  /**
   * The delay, or somewhat more. Calls that all came back after the same time would meet the trials
   * in the same order again: one that the rail never answers could be each trial, for ever.
   */
  private Duration putOff() {
    long millis = config.delay().toMillis();
    return config.delay().plusMillis(ThreadLocalRandom.current().nextLong(millis / SPREAD + 1));
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
      LOG.warnf("%s of rail %s wait: it does not answer", kind, rail);
    } else if (state == CircuitBreakerState.CLOSED) {
      answersAgain.run();
      LOG.infof("%s of rail %s go on: it answers again", kind, rail);
    }
  }
}
