package org.mizani.work;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Work of a batcher on entries whose rows are locked.
 *
 * @param alone works on entries of one row, for which it waits so long; answers whether that was
 *     free
 * @param requeue takes an entry whose row is free again
 * @param tooOld whether an entry has waited too long
 */
record LockedRowActions<T, R>(
    BiFunction<List<BatchEntry<T, R>>, Duration, Uni<Boolean>> alone,
    Consumer<BatchEntry<T, R>> requeue,
    Predicate<BatchEntry<T, R>> tooOld) {}
