package org.mizani.database;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times of rows and entities in the precision of the interfaces. */
public final class ShownTime {

  private ShownTime() {}

  /** This time to the millisecond, or null. */
  public static Instant of(Instant at) {
    return at == null ? null : at.truncatedTo(ChronoUnit.MILLIS);
  }
}
