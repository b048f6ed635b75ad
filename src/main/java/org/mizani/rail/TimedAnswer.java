package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/** Answer of a connector within a time. */
public final class TimedAnswer {

  private static final Duration SHORTEST = Duration.ofMillis(1);

  private TimedAnswer() {}

  /** A call without an answer, though it did not fail. Its message has no personal data. */
  public static final class NoAnswer extends RuntimeException {

    /**
     * @param reason without personal data
     */
    public NoAnswer(String reason) {
      super(reason, null, false, false);
    }
  }

  /**
   * The answer to a call.
   *
   * @param timeout of the call; at least 1 ms is given
   * @throws RuntimeException (as failure) if the call fails, takes too long or answers null
   */
  public static <O> Uni<O> of(Supplier<Uni<O>> call, Duration timeout) {
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
  public static String reason(Throwable failure) {
    return failure instanceof NoAnswer ? failure.getMessage() : failure.getClass().getSimpleName();
  }
}
