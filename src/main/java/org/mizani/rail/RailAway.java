package org.mizani.rail;

import java.time.Duration;

/** A rail was not called, for too many calls before had no answer: nothing was begun. */
public final class RailAway extends RuntimeException {

  private final transient Duration retryAfter;

  RailAway(String rail, Duration retryAfter) {
    super("rail " + rail + " is away", null, false, false);
    this.retryAfter = retryAfter;
  }

  /** How long it is left alone at most. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
