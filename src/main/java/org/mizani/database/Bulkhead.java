package org.mizani.database;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Bulkhead: limits work of one kind that runs at once on this pod, so that it leaves the database
 * to other work. Without a place it waits a little, and then fails like a statement that the
 * database does not answer in time.
 */
public final class Bulkhead {

  private static final Duration RETRY_AFTER = Duration.ofMillis(25);

  private final Semaphore free;
  private final Duration patience;

  /**
   * @param count the most that run at once
   * @param patience the longest wait for a place
   */
  public Bulkhead(int count, Duration patience) {
    this.free = new Semaphore(count);
    this.patience = patience;
  }

  /** Failure of work without a place. */
  static final class NoPlace extends TimeoutException {

    NoPlace() {
      super("too many at once");
    }
  }

  /**
   * Runs this work as soon as it has a place; it is created then.
   *
   * @throws TimeoutException (as failure) if it gets no place in time
   */
  public <T> Uni<T> take(Supplier<Uni<T>> work) {
    Uni<T> taken =
        Uni.createFrom()
            .deferred(
                () ->
                    free.tryAcquire()
                        ? Uni.createFrom()
                            .<T>deferred(work::get)
                            .onTermination()
                            .invoke(free::release)
                        : Uni.createFrom().failure(new NoPlace()))
            .onFailure(NoPlace.class)
            .retry()
            .withBackOff(RETRY_AFTER, RETRY_AFTER.multipliedBy(4))
            .expireIn(patience.toMillis());
    return CallerContext.backTo(taken);
  }
}
