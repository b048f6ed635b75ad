package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * Guard of all calls that settle payouts, or collections: a time-out, a circuit breaker for each
 * rail (ADR 10), and an unknown outcome where there is no answer.
 *
 * @param <R> the kind of rail
 * @param <O> the outcome of a call
 */
public final class RailGuard<R, O> {

  private static final Duration SHORTEST = Duration.ofMillis(1);

  private final Function<String, Optional<R>> rails;
  private final Map<String, RailBreaker> breakers;
  private final Function<String, O> unknown;

  /** A call without an answer, though it did not fail. Its message has no personal data. */
  private static final class NoAnswer extends RuntimeException {

    NoAnswer(String reason) {
      super(reason, null, false, false);
    }
  }

  /**
   * @param rails finds a connected rail by its name
   * @param breakers by the name of the rail, for all but those that are called without one
   * @param unknown makes the outcome of a call without an answer, from the reason
   */
  RailGuard(
      Function<String, Optional<R>> rails,
      Map<String, RailBreaker> breakers,
      Function<String, O> unknown) {
    this.rails = rails;
    this.breakers = Map.copyOf(breakers);
    this.unknown = unknown;
  }

  /**
   * The outcome of a call. It is unknown if the call fails, takes too long or answers null, and if
   * the rail is not connected. The breaker counts all answers alike, also those that are unknown;
   * failures and time-outs are no answers.
   *
   * @param timeout of this call; at least 1 ms is given
   * @throws RailAway (as failure, the only one) if the breaker is open; the rail was not called
   */
  public Uni<O> call(String name, Function<R, Uni<O>> call, Duration timeout) {
    return rails
        .apply(name)
        .map(rail -> guarded(name, answer(() -> call.apply(rail), timeout)))
        .orElseGet(() -> Uni.createFrom().item(notConnected(name)));
  }

  private O notConnected(String name) {
    return unknown.apply("rail " + name + " is not connected");
  }

  private Uni<O> guarded(String name, Uni<O> answer) {
    return Optional.ofNullable(breakers.get(name))
        .map(breaker -> breaker.guard(answer))
        .orElse(answer)
        .onFailure(failure -> !(failure instanceof RailAway))
        .recoverWithItem(failure -> unknown.apply(reason(failure)));
  }

  /**
   * The answer to a call.
   *
   * @throws RuntimeException (as failure) if the call fails, takes too long or answers null
   */
  static <O> Uni<O> answer(Supplier<Uni<O>> call, Duration timeout) {
    // SmallRye's own time-out would be the same for all calls of a guard.
    return Uni.createFrom()
        .deferred(call::get)
        .ifNoItem()
        .after(timeout.compareTo(SHORTEST) < 0 ? SHORTEST : timeout)
        .failWith(() -> new NoAnswer("no answer within " + timeout))
        .onItem()
        .ifNull()
        .failWith(() -> new NoAnswer("an empty answer"))
        .onFailure(CircuitBreakerOpenException.class)
        // The connector's own: the call may have begun, so it is not one that was not made.
        .transform(open -> new NoAnswer("a breaker of the connector is open"));
  }

  /** The class of a failure, whose own message may quote personal data that was sent. */
  static String reason(Throwable failure) {
    return failure instanceof NoAnswer ? failure.getMessage() : failure.getClass().getSimpleName();
  }
}
