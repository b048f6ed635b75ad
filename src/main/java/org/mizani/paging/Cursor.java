package org.mizani.paging;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;

/**
 * Position in a list that is shown newest first: the sort key of the last row shown. The next page
 * begins after it. A key is an id, or a time and an id that orders the rows of one time, or a time
 * and the positions of several lists. Times have the microseconds that the database stores, not
 * only the milliseconds that are shown.
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

  /** Positions in several lists that are read as one, by the list's id, as of a time. */
  public static Cursor of(Instant time, Map<Long, Long> positions) {
    return new Cursor(
        LongStream.concat(
                LongStream.of(micros(time)),
                positions.entrySet().stream()
                    .flatMapToLong(at -> LongStream.of(at.getKey(), at.getValue())))
            .toArray());
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

  /** The positions of a cursor that has several. */
  public Map<Long, Long> positions() {
    Map<Long, Long> positions = new TreeMap<>();
    for (int at = Long.BYTES; at < key.capacity(); at += 2 * Long.BYTES) {
      positions.put(key.getLong(at), key.getLong(at + Long.BYTES));
    }
    return positions;
  }

  private static long micros(Instant time) {
    // Not ChronoUnit.MICROS.between: it counts nanoseconds on the way, which overflow in 2262.
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), MICROS_PER_SECOND),
        time.getNano() / NANOS_PER_MICRO);
  }
}
