package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** A call of a rail: bounded in time, and whatever is no answer is an unknown outcome. */
public final class RailCall {

  private RailCall() {}

  private static final Duration SHORTEST = Duration.ofMillis(1);

  /**
   * Calls a rail; never fails, whatever the rail does.
   *
   * @param unknown makes the outcome of a call without an answer, from the reason why
   */
  public static <T> Uni<T> orUnknown(
      Supplier<Uni<T>> call, Duration timeout, Function<String, T> unknown) {
    return Uni.createFrom()
        .deferred(call::get)
        .ifNoItem()
        .after(timeout.compareTo(SHORTEST) < 0 ? SHORTEST : timeout)
        .recoverWithItem(() -> unknown.apply("no answer within " + timeout))
        .onItem()
        .ifNull()
        .continueWith(() -> unknown.apply("an empty answer"))
        .onFailure()
        .recoverWithItem(failure -> unknown.apply(failure.getClass().getSimpleName()));
  }
}
