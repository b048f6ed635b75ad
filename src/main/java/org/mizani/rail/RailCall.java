package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** A call of a rail: bounded in time, and whatever is no answer is an unknown outcome. */
public final class RailCall {

  private RailCall() {}

  /**
   * Calls a rail; never fails.
   *
   * @param unknown makes the outcome of a call without an answer, from the reason why
   */
  public static <T> Uni<T> orUnknown(
      Supplier<Uni<T>> call, Duration timeout, Function<String, T> unknown) {
    return Uni.createFrom()
        .deferred(call::get)
        .ifNoItem()
        .after(timeout)
        .recoverWithItem(() -> unknown.apply("no answer within " + timeout))
        .onFailure()
        .recoverWithItem(failure -> unknown.apply(failure.getClass().getSimpleName()));
  }
}
