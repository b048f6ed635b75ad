package org.mizani.work;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Work on a batch: all or nothing, with one result an item in the same order. */
@FunctionalInterface
public interface BatchWork<T, R> {

  /**
   * Works on these items.
   *
   * @param lockWait after which it gives up where another transaction holds a row that it locks
   */
  Uni<List<R>> run(List<T> items, Duration lockWait);
}
