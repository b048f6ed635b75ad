package org.mizani.work;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Clock that a test moves. */
final class MovedClock implements Gathering.Clock {

  private final NavigableMap<Long, Runnable> tasks = new TreeMap<>();
  private long now;

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void schedule(long nanos, Runnable task) {
    tasks.put(now + nanos, task);
  }

  /** Moves the clock forward, and runs each task when its time comes. */
  void pass(Duration time) {
    long end = now + time.toNanos();
    while (!tasks.isEmpty() && tasks.firstKey() <= end) {
      Map.Entry<Long, Runnable> due = tasks.pollFirstEntry();
      now = due.getKey();
      due.getValue().run();
    }
    now = end;
  }
}
