package org.mizani.support;

import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Seeds of random tests: another each day, so that they wander, and one through the day, so that a
 * build that failed fails again.
 */
public final class DailySeed {

  private static final long TODAY = LocalDate.now(ZoneOffset.UTC).toEpochDay();

  private DailySeed() {}

  /** The seed that this system property gives, or that of today. */
  public static long of(String property) {
    return Long.getLong(property, TODAY);
  }
}
