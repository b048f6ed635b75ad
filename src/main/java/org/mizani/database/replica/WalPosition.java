package org.mizani.database.replica;

/**
 * Position in the write-ahead log that data was read at. Data read later, at this position or
 * behind it, misses nothing of it.
 *
 * @param bytes bytes of the log before it
 */
public record WalPosition(long bytes) {

  /** Position before all data: each read has reached it. */
  public static final WalPosition ANY = new WalPosition(0);

  /** Position of what was read from the primary: no replica is known to have reached it. */
  static final WalPosition OF_PRIMARY = new WalPosition(Long.MAX_VALUE);

  /** Whether this position is at or after the other. */
  boolean reaches(WalPosition other) {
    return bytes >= other.bytes;
  }
}
