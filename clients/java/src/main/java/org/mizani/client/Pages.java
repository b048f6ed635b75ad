package org.mizani.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** The items of all pages; a page is read when its first item is asked for. */
final class Pages<P, T> implements Iterator<T> {

  private final Function<String, P> read;
  private final Function<P, List<T>> items;
  private final Function<P, String> next;
  private final Deque<T> unread = new ArrayDeque<>();
  private String cursor;
  private boolean ended;

  Pages(Function<String, P> read, Function<P, List<T>> items, Function<P, String> next) {
    this.read = read;
    this.items = items;
    this.next = next;
  }

  @Override
  public boolean hasNext() {
    while (unread.isEmpty() && !ended) {
      P page = read.apply(cursor);
      unread.addAll(items.apply(page));
      cursor = next.apply(page);
      ended = cursor == null;
    }
    return !unread.isEmpty();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return unread.remove();
  }
}
