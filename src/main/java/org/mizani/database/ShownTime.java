package org.mizani.database;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Times of rows and entities in the precision of the interfaces. */
public final class ShownTime {

  private ShownTime() {}

  /** This time to the millisecond, or null. */
  public static Instant of(Instant at) {
    return at == null ? null : at.truncatedTo(ChronoUnit.MILLIS);
  }

  /** This time to the millisecond, or null where there is none. */
  public static Instant of(Optional<Instant> at) {
    return of(at.orElse(null));
  }
}
