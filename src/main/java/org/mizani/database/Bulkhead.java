package org.mizani.database;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Lets few do something at once on this pod, so that they leave the database to others. Whoever
 * finds no place waits a little, and then fails like those that the database does not answer in
 * time.
 */
public final class Bulkhead {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(25);

  private final Semaphore free;
  private final Duration patience;

  /**
   * @param count how many at once
   * @param patience how long anybody waits for a place
   */
  public Bulkhead(int count, Duration patience) {
    this.free = new Semaphore(count);
    this.patience = patience;
  }

  /** There was no place in time. */
  private static final class NoPlace extends TimeoutException {

    NoPlace() {
      super("too many at once");
    }
  }

  /** Does this work once there is a place for it; it is asked for then. */
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
            .withBackOff(LOOK_AGAIN, LOOK_AGAIN.multipliedBy(4))
            .expireIn(patience.toMillis());
    return CallerContext.backTo(taken);
  }
}
