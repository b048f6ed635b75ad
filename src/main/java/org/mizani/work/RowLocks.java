package org.mizani.work;

import io.smallrye.config.WithDefault;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/**
 * Rows that the statements of a {@link Batcher} lock, one of each item, such as the wallet that
 * pays. A statement gives up where another transaction holds such a row for too long; then the
 * items of that row go in statements of their own, and all others go on.
 *
 * @param name of such a row, for people
 * @param row the id of an item's row; null if it locks none
 * @param free those of these rows that are free at this moment
 */
public record RowLocks<T>(
    String name, Function<T, Long> row, Function<Set<Long>, Uni<Set<Long>>> free, Limits limits) {

  /** Limits of the wait for locked rows, as a group of settings. */
  public interface Limits {

    /** Longest wait of a statement of many for a row that another transaction has locked. */
    @WithDefault("250ms")
    Duration maxWait();

    /**
     * Longest wait of a statement for one row alone; then it is another row's turn. One of them
     * waits for {@link #maxWait} only.
     */
    @WithDefault("1s")
    Duration maxWaitAlone();

    /** Statements for one row each at once, of a pod and kind of work. */
    @WithDefault("2")
    int maxAlone();

    /** Items that wait for one locked row; one beyond it fails at once. */
    @WithDefault("1000")
    int maxQueued();
  }
}
