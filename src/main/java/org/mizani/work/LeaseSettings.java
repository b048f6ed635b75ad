package org.mizani.work;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

/** Settings of leased work: how much a pod takes on, and how it polls and records the rows. */
public interface LeaseSettings {

  /** Heap that a row under way is reckoned with, the work on it and its connection included. */
  int ROW_BYTES = 16_384;

  int PERCENT = 100;

  /** Interval at which due rows are claimed; new ones are taken on at once. */
  @WithDefault("1s")
  Duration every();

  /** Length of a lease: after it another pod may take the row over. */
  @WithDefault("60s")
  Duration lease();

  /** Most rows that a pod works on at once, if its heap has room for them. */
  @WithDefault("20000")
  int maxInFlight();

  /** Percentage of the heap for the rows that a pod works on. */
  @WithDefault("25")
  int heapPercent();

  /** Rows claimed by one statement. */
  @WithDefault("500")
  int maxClaim();

  /** Time in which a stopping pod tries to give its leases back. */
  @WithDefault("5s")
  Duration shutdownTimeout();

  /** Batches of the statements that record decisions and end leases. */
  BatchSettings apply();

  /** Time that decisions, and ended leases, gather for one statement: no request waits for them. */
  @WithDefault("20ms")
  Duration gather();

  /** Time that a rail has to answer; its outcome is unknown after that. */
  @WithDefault("10s")
  Duration railTimeout();

  /** Waits between the polls of a row whose outcome is unknown; the last one repeats. */
  @WithDefault("2s,5s,10s,30s,1m,5m,15m,1h")
  List<Duration> pollAfter();

  /** Rows that this pod works on at once: as many as its heap has room for, at most. */
  default int places() {
    return places(maxInFlight(), heapPercent(), Runtime.getRuntime().maxMemory());
  }

  /**
   * Rows that a pod works on at once.
   *
   * @param heap in bytes
   */
  static int places(int most, int percent, long heap) {
    return (int) Math.max(1, Math.min(most, heap / PERCENT * percent / ROW_BYTES));
  }

  /** The schedule of {@link #pollAfter()}. */
  default PollSchedule polls() {
    return new PollSchedule(pollAfter());
  }

  /**
   * Checks that a lease outlasts the call of a rail, with as much time again for the statements
   * before and after it, and that the part of the heap is one.
   *
   * @throws ConfigurationException if it does not
   */
  default void validate() {
    if (lease().compareTo(railTimeout().multipliedBy(2)) <= 0) {
      throw new ConfigurationException(
          "payments.*.settlement.lease (%s) must be longer than twice .rail-timeout (%s)."
              .formatted(lease(), railTimeout()));
    }
    if (heapPercent() < 1 || heapPercent() > PERCENT) {
      throw new ConfigurationException("payments.*.settlement.heap-percent must be from 1 to 100.");
    }
  }
}
