package org.mizani.database;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Bulkhead: limits work of one kind that runs at once on this pod, so that it leaves the database
 * to other work. Without a place it waits a little, and then fails like a statement that the
 * database does not answer in time.
 */
public final class Bulkhead {

  private static final Duration RETRY_AFTER = Duration.ofMillis(25);

  private final Duration patience;
  private int free;

  /**
   * @param count the most that run at once
   * @param patience the longest wait for a place
   */
  public Bulkhead(int count, Duration patience) {
    this.free = count;
    this.patience = patience;
  }

  /** Failure of work without a place: it has not begun, and has no effect. */
  public static final class NoPlace extends TimeoutException {

    NoPlace() {
      super("too many at once");
    }
  }

  /** Wait of one piece of work for its place, which it has until it ends. */
  private final class Turn {

    private boolean hasPlace;
    private boolean ended;

    private Uni<Void> begin() {
      synchronized (Bulkhead.this) {
        if (free == 0 || ended) {
          return Uni.createFrom().failure(new NoPlace());
        }
        free--;
        hasPlace = true;
        return Uni.createFrom().voidItem();
      }
    }

    private void end() {
      synchronized (Bulkhead.this) {
        free += hasPlace ? 1 : 0;
        hasPlace = false;
        ended = true;
      }
    }
  }

  /**
   * Runs this work as soon as it has a place; it is created then, on the context of its caller.
   *
   * @throws NoPlace (as failure) if it gets no place in time
   */
  public <T> Uni<T> take(Supplier<Uni<T>> work) {
    return Uni.createFrom()
        .deferred(
            () -> {
              Turn turn = new Turn();
              return CallerContext.backTo(place(turn))
                  .chain(work::get)
                  .onTermination()
                  .invoke(turn::end);
            });
  }

  private Uni<Void> place(Turn turn) {
    return Uni.createFrom()
        .deferred(turn::begin)
        .onFailure(NoPlace.class)
        .retry()
        .withBackOff(RETRY_AFTER, RETRY_AFTER.multipliedBy(4))
        .expireIn(patience.toMillis())
        .onFailure()
        .transform(exhausted -> new NoPlace());
  }
}
