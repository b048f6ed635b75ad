package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls the rails of payouts, or of collections, each behind a circuit breaker of its own: a rail
 * that does not answer is left alone for a while, and what is meant for it waits (ADR 10).
 *
 * @param <T> what a rail answers
 */
public final class RailCalls<T> {

  private final Map<String, RailBreaker> breakers;
  private final Function<String, T> unknown;

  /**
   * @param unknown makes the outcome of a call without an answer, from the reason why
   */
  RailCalls(Map<String, RailBreaker> breakers, Function<String, T> unknown) {
    this.breakers = Map.copyOf(breakers);
    this.unknown = unknown;
  }

  /**
   * Calls a rail, and takes for unknown whatever is no answer in time. What a rail says counts as
   * an answer, also that nothing is known yet; what fails or takes too long does not.
   *
   * @param rail its name
   * @throws RailAway (as failure, the only one) where the rail was not called
   */
  public Uni<T> call(String rail, Supplier<Uni<T>> call, Duration timeout) {
    return Optional.ofNullable(breakers.get(rail))
        .map(breaker -> breaker.guard(RailCall.bounded(call, timeout)))
        .map(guarded -> RailCall.unknownUnlessAnswered(guarded, unknown))
        .orElseGet(() -> RailCall.orUnknown(call, timeout, unknown));
  }
}
