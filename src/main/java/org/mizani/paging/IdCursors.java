package org.mizani.paging;

import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.ToLongFunction;

/** Pages of lists that are in the falling order of the database's ids, which is newest first. */
@Singleton
public final class IdCursors {

  private static final byte[] START =
      ByteBuffer.allocate(Long.BYTES).putLong(Long.MAX_VALUE).array();

  private final CursorCodec cursors;

  public IdCursors(CursorCodec cursors) {
    this.cursors = cursors;
  }

  /**
   * One page.
   *
   * @param nextCursor what the next one is asked for with; null where there is none
   */
  public record Page<T>(List<T> items, String nextCursor) {}

  /**
   * Below which id to read on.
   *
   * @throws org.mizani.fault.ApiException 400 {@code cursor is not valid}
   */
  public long read(String list, String cursor) {
    return ByteBuffer.wrap(cursors.read(list, cursor).orElse(START)).getLong();
  }

  /**
   * The first items of what was found; one more than the size says that there is a next page.
   *
   * @param id the id that the list is in the order of
   */
  public <T> Page<T> page(String list, List<T> found, int size, ToLongFunction<T> id) {
    if (found.size() <= size) {
      return new Page<>(found, null);
    }
    long last = id.applyAsLong(found.get(size - 1));
    byte[] place = ByteBuffer.allocate(Long.BYTES).putLong(last).array();
    return new Page<>(found.subList(0, size), cursors.write(list, place));
  }
}
