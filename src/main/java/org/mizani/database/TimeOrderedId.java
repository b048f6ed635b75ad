package org.mizani.database;

import java.security.SecureRandom;
import java.util.UUID;

/**
 * Identifiers of UUID version 7: 48 bits of milliseconds, then 74 random ones. Rows of the same
 * time lie together in their indexes; no identifier can be guessed.
 */
public final class TimeOrderedId {

  private static final SecureRandom RANDOM = new SecureRandom();

  private TimeOrderedId() {}

  /** A new identifier of this time, in milliseconds since 1970. */
  public static UUID at(long epochMillis) {
    long high = epochMillis << 16 | 0x7000 | RANDOM.nextInt(0x1000);
    long low = RANDOM.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** The time of such an identifier, in milliseconds since 1970. */
  public static long epochMillis(UUID id) {
    return id.getMostSignificantBits() >>> 16;
  }
}
