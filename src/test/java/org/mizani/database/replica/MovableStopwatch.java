package org.mizani.database.replica;

import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Pod's clock for durations, which a test moves forward. */
@Alternative
@Singleton
public class MovableStopwatch extends Stopwatch {

  private final AtomicLong ahead = new AtomicLong();

  @Override
  long nanos() {
    return super.nanos() + ahead.get();
  }

  /** Moves the clock forward by this duration. */
  void move(Duration duration) {
    ahead.addAndGet(duration.toNanos());
  }
}
