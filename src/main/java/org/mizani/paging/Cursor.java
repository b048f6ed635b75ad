package org.mizani.paging;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/**
 * A place in a list that is ordered by the time of creation and then by id. It has the full
 * precision of {@code created_at}, not the milliseconds that are shown.
 */
public record Cursor(Instant createdAt, UUID id) {

  private static final int BYTES = 3 * Long.BYTES;

  /**
   * The text that stands for this place.
   *
   * @param list as {@link CursorCodec#write} has it
   */
  public String write(CursorCodec cursors, String list) {
    byte[] place =
        ByteBuffer.allocate(BYTES)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, createdAt))
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    return cursors.write(list, place);
  }

  /**
   * The place that a query names; blank counts as none.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this list
   */
  public static Optional<Cursor> read(CursorCodec cursors, String list, String text) {
    return cursors.read(list, text).map(Cursor::of);
  }

  private static Cursor of(byte[] place) {
    ByteBuffer in = ByteBuffer.wrap(place);
    Instant createdAt = Instant.EPOCH.plus(in.getLong(), ChronoUnit.MICROS);
    return new Cursor(createdAt, new UUID(in.getLong(), in.getLong()));
  }
}
