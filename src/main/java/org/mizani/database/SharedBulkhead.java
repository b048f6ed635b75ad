package org.mizani.database;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Bulkhead that businesses share. Each has one place at most: its work takes turns anyway, at a
 * lock of its own, and what waits there is not to take the places of others. Businesses are served
 * in turn, the work of one in its order. Without a place in time work fails like a statement that
 * the database does not answer in time.
 */
public final class SharedBulkhead {

  private final Duration patience;
  private final Map<Long, Queue<Turn>> waiting = new LinkedHashMap<>();
  private final Set<Long> atWork = new HashSet<>();
  private int free;

  /**
   * @param count the most that run at once
   * @param patience the longest wait for a place
   */
  public SharedBulkhead(int count, Duration patience) {
    this.free = count;
    this.patience = patience;
  }

  /** Wait of one piece of work for its place. */
  private static final class Turn {

    private final long business;
    private UniEmitter<? super Void> place;
    private boolean hasPlace;

    private Turn(long business) {
      this.business = business;
    }
  }

  /**
   * Runs this work of a business as soon as it has a place; it is created then.
   *
   * @throws Bulkhead.NoPlace (as failure) if it gets no place in time
   */
  public <T> Uni<T> take(long business, Supplier<Uni<T>> work) {
    return Uni.createFrom()
        .deferred(
            () -> {
              Turn turn = new Turn(business);
              return CallerContext.backTo(place(turn))
                  .chain(work::get)
                  .onTermination()
                  .invoke(() -> end(turn));
            });
  }

  private Uni<Void> place(Turn turn) {
    return Uni.createFrom()
        .<Void>emitter(emitter -> begin(turn, emitter))
        .ifNoItem()
        .after(patience)
        .failWith(Bulkhead.NoPlace::new);
  }

  private void begin(Turn turn, UniEmitter<? super Void> place) {
    turn.place = place;
    synchronized (this) {
      waiting.computeIfAbsent(turn.business, business -> new ArrayDeque<>()).add(turn);
    }
    startNext();
  }

  /** Its work has ended, or its caller waits no more. */
  private void end(Turn turn) {
    leave(turn);
    startNext();
  }

  private synchronized void leave(Turn turn) {
    if (turn.hasPlace) {
      turn.hasPlace = false;
      atWork.remove(turn.business);
      free++;
    } else {
      waiting.computeIfPresent(
          turn.business, (business, turns) -> turns.remove(turn) && turns.isEmpty() ? null : turns);
    }
  }

  private void startNext() {
    Optional<Turn> next = next();
    while (next.isPresent()) {
      next.get().place.complete(null);
      next = next();
    }
  }

  /** The first turn of the next business, with its place; others of that business queue again. */
  private synchronized Optional<Turn> next() {
    Optional<Long> business =
        free == 0
            ? Optional.empty()
            : waiting.keySet().stream().filter(waits -> !atWork.contains(waits)).findFirst();
    return business.map(this::first);
  }

  private Turn first(Long business) {
    Queue<Turn> turns = waiting.remove(business);
    Turn turn = turns.remove();
    if (!turns.isEmpty()) {
      waiting.put(business, turns);
    }
    turn.hasPlace = true;
    atWork.add(business);
    free--;
    return turn;
  }
}
