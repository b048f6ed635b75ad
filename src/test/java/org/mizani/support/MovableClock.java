package org.mizani.support;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A pod's clock that is years slow and is moved by the test. */
public final class MovableClock implements InstantSource {

  private volatile Instant instant = Instant.parse("2001-01-01T00:00:00Z");

  @Override
  public Instant instant() {
    return instant;
  }

  /** Moves it on. */
  public void move(Duration duration) {
    instant = instant.plus(duration);
  }

  /** Sets it. */
  public void set(Instant now) {
    instant = now;
  }
}
