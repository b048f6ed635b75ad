package org.mizani.database;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Value that a pod reads again and again, and at once after a change of its own. Of reads that
 * overlap, the one that began last is kept, whichever ends last: an older one may have been read
 * before that change.
 *
 * @param <T> the value
 */
public final class NewestRead<T> {

  private final BiConsumer<Optional<T>, T> kept;
  private final AtomicLong begun = new AtomicLong();
  private volatile Optional<T> value = Optional.empty();
  private long turnOfValue;

  public NewestRead() {
    this((before, now) -> {});
  }

  /**
   * A value whose changes are followed.
   *
   * @param kept told of each read that is kept: the value before, empty at first, and the new one
   */
  public NewestRead(BiConsumer<Optional<T>, T> kept) {
    this.kept = kept;
  }

  /** What is kept; empty until a read has ended. */
  public Optional<T> value() {
    return value;
  }

  /** Reads, and answers what is kept then: this read, or one that began later. */
  public Uni<T> refresh(Uni<T> read) {
    return Uni.createFrom()
        .deferred(
            () -> {
              long turn = begun.incrementAndGet();
              return read.map(found -> keep(turn, found));
            });
  }

  private synchronized T keep(long turn, T found) {
    if (turn < turnOfValue) {
      return value.orElseThrow();
    }
    Optional<T> before = value;
    turnOfValue = turn;
    value = Optional.of(found);
    kept.accept(before, found);
    return found;
  }
}
