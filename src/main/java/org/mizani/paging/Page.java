package org.mizani.paging;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.mizani.database.replica.WalPosition;

/**
 * Page of a list.
 *
 * @param next the position of the last item; empty on the last page
 * @param position the position that the read of a further page has to reach to fit this one
 */
public record Page<T>(List<T> items, Optional<Cursor> next, WalPosition position) {

  /** The page that was read of the primary, or whose further pages may lag behind it. */
  public static <T> Page<T> of(List<T> found, int size, Function<T, Cursor> cursorOf) {
    return of(found, size, cursorOf, WalPosition.ANY);
  }

  /**
   * The page that was read.
   *
   * @param found the items of the page, and one more where another page follows
   * @param size the number of items a page has at most
   * @param cursorOf the position of an item
   * @param position the position that the read of a further page has to reach
   */
  static <T> Page<T> of(
      List<T> found, int size, Function<T, Cursor> cursorOf, WalPosition position) {
    return found.size() <= size
        ? new Page<>(found, Optional.empty(), position)
        : new Page<>(
            found.subList(0, size), Optional.of(cursorOf.apply(found.get(size - 1))), position);
  }

  /** The same page without the items that do not fulfil this: others may follow it all the same. */
  public Page<T> only(Predicate<T> wanted) {
    return new Page<>(items.stream().filter(wanted).toList(), next, position);
  }

  /** The same page with an item made of each. */
  public <A> Page<A> map(Function<T, A> item) {
    return new Page<>(items.stream().map(item).toList(), next, position);
  }
}
