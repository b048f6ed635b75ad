package org.mizani.work;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How much leased work a pod takes on, as a group of settings. */
public interface LeaseSettings {

  /** How often due rows are looked for; new ones are taken on at once. */
  @WithDefault("1s")
  Duration every();

  /** How long a pod may work on a row before another takes it over. */
  @WithDefault("60s")
  Duration lease();

  /**
   * Sees that a lease outlasts the work it is for, with as much again for what comes before and
   * after it.
   *
   * @throws IllegalArgumentException if it does not
   */
  default void requireRoomFor(Duration work) {
    if (lease().compareTo(work.multipliedBy(2)) <= 0) {
      throw new IllegalArgumentException(
          "a lease of "
              + lease()
              + " is too short for work of "
              + work
              + ": more than twice that.");
    }
  }

  /** Rows that a pod works on at once. */
  @WithDefault("20000")
  int maxInFlight();

  /** Rows claimed by one statement. */
  @WithDefault("500")
  int maxClaim();

  /** How long a stopping pod tries to give its leases back. */
  @WithDefault("5s")
  Duration shutdownTimeout();
}
