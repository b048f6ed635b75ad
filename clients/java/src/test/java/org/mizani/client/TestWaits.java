package org.mizani.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A time on which waits pass at once. */
final class TestWaits implements Waits {

  final List<Duration> slept = new ArrayList<>();
  private Duration time = Duration.ZERO;

  void pass(Duration more) {
    time = time.plus(more);
  }

  @Override
  public long nanos() {
    return time.toNanos();
  }

  @Override
  public void sleep(Duration wait) {
    slept.add(wait);
    pass(wait);
  }
}
