package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** A call of a rail: bounded in time, and whatever is no answer is an unknown outcome. */
final class RailCall {

  private RailCall() {}

  private static final Duration SHORTEST = Duration.ofMillis(1);

  /** There was no answer, though nothing broke. */
  private static final class NoAnswer extends RuntimeException {

    NoAnswer(String how) {
      super(how, null, false, false);
    }
  }

  /**
   * Calls a rail; never fails, whatever the rail does.
   *
   * @param unknown makes the outcome of a call without an answer, from the reason why
   */
  static <T> Uni<T> orUnknown(
      Supplier<Uni<T>> call, Duration timeout, Function<String, T> unknown) {
    return unknownUnlessAnswered(bounded(call, timeout), unknown);
  }

  /** Calls a rail; fails where it does not answer in time, whatever the reason. */
  static <T> Uni<T> bounded(Supplier<Uni<T>> call, Duration timeout) {
    return Uni.createFrom()
        .deferred(call::get)
        .ifNoItem()
        .after(timeout.compareTo(SHORTEST) < 0 ? SHORTEST : timeout)
        .failWith(() -> new NoAnswer("no answer within " + timeout))
        .onItem()
        .ifNull()
        .failWith(() -> new NoAnswer("an empty answer"));
  }

  /** Takes the failure of a call for an unknown outcome, but not that there was no call. */
  static <T> Uni<T> unknownUnlessAnswered(Uni<T> call, Function<String, T> unknown) {
    return call.onFailure(failure -> !(failure instanceof RailAway))
        .recoverWithItem(failure -> unknown.apply(reason(failure)));
  }

  /** A failure's own message may quote what was sent, which is personal: its kind has to do. */
  private static String reason(Throwable failure) {
    return failure instanceof NoAnswer ? failure.getMessage() : failure.getClass().getSimpleName();
  }
}
