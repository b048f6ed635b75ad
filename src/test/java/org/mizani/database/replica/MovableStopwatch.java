package org.mizani.database.replica;

import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A pod's clock for durations, on which a test lets time pass. */
@Alternative
@Singleton
public class MovableStopwatch extends Stopwatch {

  private final AtomicLong ahead = new AtomicLong();

  @Override
  long nanos() {
    return super.nanos() + ahead.get();
  }

  /** Lets this much time pass at once. */
  void move(Duration duration) {
    ahead.addAndGet(duration.toNanos());
  }
}
