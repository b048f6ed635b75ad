package org.mizani.support;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A pod's clock that is years slow and is moved by the test. */
public final class MovableClock implements InstantSource {

  private final AtomicLong nanos = new AtomicLong();
  private volatile Instant instant = Instant.parse("2001-01-01T00:00:00Z");

  @Override
  public Instant instant() {
    return instant;
  }

  /**
   * Returns the time that has passed, in nanoseconds: it takes no notice of a clock that is set.
   */
  public long nanos() {
    return nanos.get();
  }

  /** Moves it on: this time passes. */
  public void move(Duration duration) {
    instant = instant.plus(duration);
    nanos.addAndGet(duration.toNanos());
  }

  /** Sets it: no time passes. */
  public void set(Instant now) {
    instant = now;
  }
}
