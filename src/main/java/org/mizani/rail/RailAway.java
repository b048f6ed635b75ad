package org.mizani.rail;

import java.time.Duration;

/** Refusal of a call because the circuit breaker of its rail is open: the rail was not called. */
public final class RailAway extends RuntimeException {

  private final transient Duration retryAfter;

  RailAway(String rail, Duration retryAfter) {
    super("rail " + rail + " is away", null, false, false);
    this.retryAfter = retryAfter;
  }

  /** The longest time until the breaker lets calls through again. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
