package org.mizani.rail.statement;

import java.time.Instant;
import java.util.UUID;

/**
 * Range of ids, which begin with the time of their creation in milliseconds.
 *
 * @param lowest within it
 * @param end the first one after it
 */
record IdRange(UUID lowest, UUID end) {

  private static final int TIME_SHIFT = 16;
  private static final int DIGITS_OF_TIME = 12;
  private static final int HEXADECIMAL = 16;

  /** The ids of these times, the last one excluded. */
  static IdRange between(Instant from, Instant to) {
    return new IdRange(at(from.toEpochMilli()), at(to.toEpochMilli()));
  }

  /** The ids that begin with these 12 hexadecimal digits. */
  static IdRange beginningWith(String digits) {
    long millis = Long.parseLong(digits, HEXADECIMAL);
    return new IdRange(at(millis), at(millis + 1));
  }

  /** The first 12 hexadecimal digits of an id. */
  static String beginningOf(UUID id) {
    return id.toString().replace("-", "").substring(0, DIGITS_OF_TIME);
  }

  boolean contains(UUID id) {
    return Long.compareUnsigned(id.getMostSignificantBits(), lowest.getMostSignificantBits()) >= 0
        && Long.compareUnsigned(id.getMostSignificantBits(), end.getMostSignificantBits()) < 0;
  }

  private static UUID at(long millis) {
    return new UUID(millis << TIME_SHIFT, 0);
  }
}
