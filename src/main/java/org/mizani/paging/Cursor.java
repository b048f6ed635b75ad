package org.mizani.paging;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * Position in a list that is shown newest first: the sort key of the last row shown. The next page
 * begins after it. A key is an id, or a time and an id that orders the rows of one time. Times have
 * the microseconds that the database stores, not only the milliseconds that are shown.
 *
 * <p>{@link CursorCodec} makes the text of a cursor and reads it. A cursor that was read has the
 * shape that was written, because the codec refuses the cursors of other lists.
 */
public final class Cursor {

  /** The start of a list that is ordered by id alone. */
  public static final Cursor NEWEST = of(Long.MAX_VALUE);

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private final ByteBuffer key;

  private Cursor(long... parts) {
    key = ByteBuffer.allocate(parts.length * Long.BYTES);
    key.asLongBuffer().put(parts);
  }

  private Cursor(byte[] key) {
    this.key = ByteBuffer.wrap(key);
  }

  /** A position in a list that is ordered by id. */
  public static Cursor of(long id) {
    return new Cursor(id);
  }

  /** A position in a list that is ordered by time and id. */
  public static Cursor of(Instant time, long id) {
    return new Cursor(micros(time), id);
  }

  /** A position in a list that is ordered by time and id. */
  public static Cursor of(Instant time, UUID id) {
    return new Cursor(micros(time), id.getMostSignificantBits(), id.getLeastSignificantBits());
  }

  static Cursor ofBytes(byte[] key) {
    return new Cursor(key);
  }

  byte[] bytes() {
    return key.array();
  }

  /** The time of a cursor that has one. */
  public Instant time() {
    return Instant.EPOCH.plus(key.getLong(0), ChronoUnit.MICROS);
  }

  /** The id of a cursor with a number as id. */
  public long id() {
    return key.getLong(key.capacity() - Long.BYTES);
  }

  /** The id of a cursor with a UUID as id. */
  public UUID uuid() {
    return new UUID(key.getLong(key.capacity() - 2 * Long.BYTES), id());
  }

  private static long micros(Instant time) {
    // Not ChronoUnit.MICROS.between: it counts nanoseconds on the way, which overflow in 2262.
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), MICROS_PER_SECOND),
        time.getNano() / NANOS_PER_MICRO);
  }
}
