package org.mizani.paging;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Page of a list.
 *
 * @param next the position of the last item; empty on the last page
 */
public record Page<T>(List<T> items, Optional<Cursor> next) {

  /**
   * The page that was read.
   *
   * @param found the items of the page, and one more where another page follows
   * @param size the number of items a page has at most
   * @param cursorOf the position of an item
   */
  public static <T> Page<T> of(List<T> found, int size, Function<T, Cursor> cursorOf) {
    return found.size() <= size
        ? new Page<>(found, Optional.empty())
        : new Page<>(found.subList(0, size), Optional.of(cursorOf.apply(found.get(size - 1))));
  }

  /** The same page with an item made of each. */
  public <A> Page<A> map(Function<T, A> item) {
    return new Page<>(items.stream().map(item).toList(), next);
  }
}
