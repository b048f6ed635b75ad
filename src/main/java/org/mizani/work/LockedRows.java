package org.mizani.work;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Entries whose rows other transactions hold. Each such row has a queue; the rows take turns, a
 * statement for one row at a time, until it is free or its entries have waited too long. An entry
 * that comes for the row meanwhile waits in its queue.
 *
 * <p>Rows that stay locked do not keep another one waiting: one place is for brief waits, so that
 * there is a turn soon, and it goes to a row that is new here or free again.
 */
final class LockedRows<T, R> {

  private static final Logger LOG = Logger.getLogger(LockedRows.class);

  /** Stands for the row of an entry that locks none. */
  private static final Long NONE = Long.MIN_VALUE;

  private record Turn<T, R>(Long row, List<BatchEntry<T, R>> batch, boolean brief) {}

  private final RowLocks<T> locks;
  private final BatchSettings batches;
  private final LockedRowActions<T, R> actions;
  private final Map<Long, Deque<BatchEntry<T, R>>> waiting = new LinkedHashMap<>();
  private final Deque<Long> turns = new ArrayDeque<>();
  private int total;
  private int running;
  private int unhurried;
  private boolean told;
  private volatile boolean any;

  LockedRows(RowLocks<T> locks, BatchSettings batches, LockedRowActions<T, R> actions) {
    this.locks = locks;
    this.batches = batches;
    this.actions = actions;
  }

  /** Takes an entry whose row is known to be locked; answers whether it is. */
  boolean take(BatchEntry<T, R> entry) {
    if (!any || !isLocked(rowOf(entry))) {
      return false;
    }
    add(List.of(entry));
    return true;
  }

  /** Takes those of a batch whose rows are locked, and answers the others. */
  Uni<List<BatchEntry<T, R>>> takeLocked(List<BatchEntry<T, R>> batch) {
    Set<Long> rows = batch.stream().map(this::rowOf).collect(toSet());
    boolean several = rows.remove(NONE) || rows.size() > 1;
    return (rows.size() > 1 ? locks.free().apply(rows) : Uni.createFrom().item(Set.<Long>of()))
        .map(free -> several ? takeOthers(batch, free) : takeAll(batch));
  }

  private List<BatchEntry<T, R>> takeAll(List<BatchEntry<T, R>> batch) {
    add(batch);
    return List.of();
  }

  private List<BatchEntry<T, R>> takeOthers(List<BatchEntry<T, R>> batch, Set<Long> free) {
    List<BatchEntry<T, R>> locked = new ArrayList<>();
    List<BatchEntry<T, R>> others = new ArrayList<>();
    for (BatchEntry<T, R> entry : batch) {
      Long row = rowOf(entry);
      (row.equals(NONE) || free.contains(row) ? others : locked).add(entry);
    }
    add(locked);
    return others;
  }

  /** Takes entries, each for a statement of its row alone. */
  void add(List<BatchEntry<T, R>> entries) {
    BatchEntry.failAll(addWithinLimit(entries), new Overflow());
    startTurns();
  }

  private synchronized List<BatchEntry<T, R>> addWithinLimit(List<BatchEntry<T, R>> entries) {
    List<BatchEntry<T, R>> refused = new ArrayList<>();
    Deque<Long> fresh = new ArrayDeque<>();
    for (BatchEntry<T, R> entry : entries) {
      Long row = rowOf(entry);
      Deque<BatchEntry<T, R>> queue = waiting.get(row);
      if (queue == null) {
        queue = new ArrayDeque<>();
        waiting.put(row, queue);
        fresh.addFirst(row);
      }
      if (total < batches.maxQueued() && queue.size() < locks.limits().maxQueued()) {
        queue.add(entry);
        total++;
      } else {
        refused.add(entry);
      }
    }
    // They have the next turns: perhaps they were locked for a moment only.
    fresh.forEach(turns::addFirst);
    any = !waiting.isEmpty();
    return refused;
  }

  /** The entries of each row, in the order of a batch. */
  Collection<List<BatchEntry<T, R>>> byRow(List<BatchEntry<T, R>> batch) {
    return batch.stream().collect(groupingBy(this::rowOf, LinkedHashMap::new, toList())).values();
  }

  private synchronized boolean isLocked(Long row) {
    return waiting.containsKey(row);
  }

  private Long rowOf(BatchEntry<T, R> entry) {
    Long row = locks.row().apply(entry.item());
    return row == null ? NONE : row;
  }

  private void startTurns() {
    Turn<T, R> turn;
    while ((turn = nextTurn()) != null) {
      run(turn);
    }
  }

  private void run(Turn<T, R> turn) {
    actions
        .alone()
        .apply(turn.batch(), waitOf(turn))
        .subscribe()
        .with(free -> ended(turn, free), failure -> ended(turn, true));
  }

  private Duration waitOf(Turn<T, R> turn) {
    Duration longest = locks.limits().maxWaitAlone();
    return turn.brief() ? Waits.shorter(locks.limits().maxWait(), longest) : longest;
  }

  private synchronized List<BatchEntry<T, R>> removeTooOld() {
    List<BatchEntry<T, R>> tooOld = new ArrayList<>();
    for (Deque<BatchEntry<T, R>> queue : waiting.values()) {
      while (!queue.isEmpty() && actions.tooOld().test(queue.peek())) {
        tooOld.add(queue.poll());
        total--;
      }
    }
    return tooOld;
  }

  private synchronized Turn<T, R> nextTurn() {
    while (running < locks.limits().maxAlone() && !turns.isEmpty()) {
      Long row = turns.poll();
      Deque<BatchEntry<T, R>> queue = waiting.get(row);
      List<BatchEntry<T, R>> next = new ArrayList<>();
      while (next.size() < batches.maxBatch() && !queue.isEmpty()) {
        next.add(queue.poll());
        total--;
      }
      if (!next.isEmpty()) {
        return begin(row, next);
      }
      forget(row);
    }
    return null;
  }

  private Turn<T, R> begin(Long row, List<BatchEntry<T, R>> batch) {
    boolean brief = unhurried >= locks.limits().maxAlone() - 1;
    running++;
    unhurried += brief ? 0 : 1;
    return new Turn<>(row, batch, brief);
  }

  private void end(Turn<T, R> turn) {
    running--;
    unhurried -= turn.brief() ? 0 : 1;
  }

  private void ended(Turn<T, R> turn, boolean free) {
    (free ? release(turn) : putBack(turn)).forEach(actions.requeue());
    BatchEntry.failAll(removeTooOld(), new Overflow());
    Set<Long> crowded = free ? Set.of() : crowded();
    if (crowded.isEmpty()) {
      startTurns();
    } else {
      locks
          .free()
          .apply(crowded)
          .invoke(this::putFirst)
          .subscribe()
          .with(put -> startTurns(), failure -> startTurns());
    }
  }

  /** The rows that wait for a turn, where they are more than have a place. */
  private synchronized Set<Long> crowded() {
    return turns.size() <= locks.limits().maxAlone() - running ? Set.of() : Set.copyOf(turns);
  }

  private synchronized void putFirst(Set<Long> free) {
    List<Long> next = turns.stream().filter(free::contains).toList();
    turns.removeAll(next);
    next.forEach(turns::addFirst);
  }

  private synchronized List<BatchEntry<T, R>> release(Turn<T, R> turn) {
    end(turn);
    List<BatchEntry<T, R>> others = List.copyOf(waiting.get(turn.row()));
    total -= others.size();
    forget(turn.row());
    return others;
  }

  private synchronized List<BatchEntry<T, R>> putBack(Turn<T, R> turn) {
    end(turn);
    Deque<BatchEntry<T, R>> queue = waiting.get(turn.row());
    for (int i = turn.batch().size() - 1; i >= 0; i--) {
      queue.addFirst(turn.batch().get(i));
    }
    total += turn.batch().size();
    turns.addLast(turn.row());
    if (!told) {
      told = true;
      LOG.warnf(
          "The %s %d has been locked by another session for over %d ms: what needs it waits.",
          locks.name(), turn.row(), waitOf(turn).toMillis());
    }
    return List.of();
  }

  private void forget(Long row) {
    waiting.remove(row);
    any = !waiting.isEmpty();
    if (told && !any) {
      told = false;
      LOG.infof("Nothing waits for a locked %s any more.", locks.name());
    }
  }
}
