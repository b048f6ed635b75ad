package org.mizani.rail.guard;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.rail.PauseReason;
import org.mizani.rail.RailAway;
import org.mizani.rail.TimedAnswer;

/**
 * Guard of all calls that settle payouts, or collections: a time-out, a circuit breaker for each
 * rail (ADR 10), the pace and the pauses of connected rails (ADR 21), and an unknown outcome where
 * there is no answer.
 *
 * @param <R> the kind of rail
 * @param <O> the outcome of a call
 */
public final class RailGuard<R, O> {

  private final Function<String, Optional<R>> rails;
  private final Map<String, RailBreaker> breakers;
  private final RailCallTimes times;
  private final Pacing pacing;
  private final Function<String, O> unknown;

  /** Whether, and when, a connected rail is called. */
  @FunctionalInterface
  interface Pacing {

    /** The pace of a rail that has one. */
    Optional<RailPace> pace(String rail);

    /**
     * The time to wait before looking whether a pause is over; empty without one.
     *
     * @param question whether it would be asked, and not given anything
     */
    default Optional<Duration> pause(String rail, boolean question) {
      return Optional.empty();
    }

    /** Pauses a rail, because its network takes nothing for this reason. */
    default Uni<Void> begin(String rail, PauseReason reason) {
      return Uni.createFrom().voidItem();
    }
  }

  /**
   * @param rails finds a connected rail by its name
   * @param breakers by the name of the rail, for all but those that are called without one
   * @param times of the calls, to be measured
   * @param unknown makes the outcome of a call without an answer, from the reason
   */
  RailGuard(
      Function<String, Optional<R>> rails,
      Map<String, RailBreaker> breakers,
      RailCallTimes times,
      Pacing pacing,
      Function<String, O> unknown) {
    this.rails = rails;
    this.breakers = Map.copyOf(breakers);
    this.times = times;
    this.pacing = pacing;
    this.unknown = unknown;
  }

  /**
   * The outcome of a submission. It is unknown if the call fails, takes too long or answers null,
   * and if the rail is not connected. The breaker counts all answers alike, also those that are
   * unknown; failures and time-outs are no answers.
   *
   * @param timeout of this call, from its turn; at least 1 ms is given
   * @throws RailAway (as failure, the only one) if the breaker is open, the rail pauses,
   *     submissions are held, or the turn of this call is too far away; the rail was not called
   */
  public Uni<O> submit(String name, Function<R, Uni<O>> call, Duration timeout) {
    return call(name, call, timeout, false);
  }

  /** The outcome of a question, under the same terms. */
  public Uni<O> ask(String name, Function<R, Uni<O>> call, Duration timeout) {
    return call(name, call, timeout, true);
  }

  /** The longest time of a call with this time-out, its turn included. */
  public Duration longest(String name, Duration timeout) {
    return pacing.pace(name).map(pace -> timeout.plus(pace.turnWithin())).orElse(timeout);
  }

  /** The time to wait while a rail is not asked, because it pauses or is held; else empty. */
  public Optional<Duration> unasked(String name) {
    return pacing.pause(name, true);
  }

  private Uni<O> call(String name, Function<R, Uni<O>> call, Duration timeout, boolean question) {
    Optional<R> rail = rails.apply(name);
    if (rail.isEmpty()) {
      return Uni.createFrom().item(unknown.apply("rail " + name + " is not connected"));
    }
    Supplier<Uni<O>> guarded =
        () ->
            guarded(
                name,
                times.timed(name, question, TimedAnswer.of(() -> call.apply(rail.get()), timeout)));
    return unlessPaused(
            name, question, () -> inTurn(name, () -> unlessPaused(name, question, guarded)))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> heed(name, question, away))
        .onFailure(failure -> !(failure instanceof RailAway))
        .recoverWithItem(failure -> unknown.apply(TimedAnswer.reason(failure)));
  }

  /** Asked for again once the turn has come: a pause may have begun in the meantime. */
  private Uni<O> unlessPaused(String name, boolean question, Supplier<Uni<O>> call) {
    return pacing
        .pause(name, question)
        .map(wait -> Uni.createFrom().<O>failure(() -> RailAway.paused(name, wait)))
        .orElseGet(call);
  }

  private Uni<O> inTurn(String name, Supplier<Uni<O>> call) {
    return pacing.pace(name).map(pace -> pace.inTurn(call)).orElseGet(call);
  }

  private Uni<O> guarded(String name, Uni<O> answer) {
    return Optional.ofNullable(breakers.get(name))
        .map(breaker -> breaker.guard(answer))
        .orElse(answer);
  }

  /** A pause that cannot be stored is met again by the next call. */
  private Uni<O> heed(String name, boolean question, RailAway away) {
    return away.pause()
        .map(reason -> pacing.begin(name, reason).onFailure().recoverWithNull())
        .orElseGet(() -> Uni.createFrom().voidItem())
        .chain(() -> Uni.createFrom().failure(putOff(name, question, away)));
  }

  private RailAway putOff(String name, boolean question, RailAway away) {
    return pacing.pause(name, question).map(wait -> RailAway.paused(name, wait)).orElse(away);
  }
}
