package org.mizani.database.replica;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/**
 * Lag of a replica, as an upper bound. The primary's position in the write-ahead log is noted with
 * its time: a replica that has replayed up to it has all that was committed until then. So neither
 * the servers' clocks count, nor whether the primary is idle, and a replica cut off from its
 * primary lags more and more, though its own figures call it up to date.
 */
final class ReplicationLag {

  private final long longestNanos;
  private final Deque<Noted> noted = new ArrayDeque<>();

  /**
   * @param longest the lag beyond which nothing is known
   */
  ReplicationLag(Duration longest) {
    this.longestNanos = longest.toNanos();
  }

  /** A position of the primary that it had, at the earliest, at {@link System#nanoTime} nanos. */
  private record Noted(long position, long nanos) {}

  /**
   * Notes the primary's position.
   *
   * @param nanos {@link System#nanoTime} before the primary was asked
   */
  synchronized void note(long position, long nanos) {
    if (!noted.isEmpty() && noted.getLast().position() >= position) {
      // Idle since then; or another primary, of which the old positions say nothing.
      if (noted.getLast().position() == position) {
        noted.removeLast();
      } else {
        noted.clear();
      }
    }
    noted.addLast(new Noted(position, nanos));
    while (nanos - noted.getFirst().nanos() > longestNanos) {
      noted.removeFirst();
    }
  }

  /**
   * The lag of data that has been replayed up to this position; empty if it is more than the
   * longest.
   *
   * @param nanos {@link System#nanoTime} now
   */
  synchronized Optional<Duration> of(long replayed, long nanos) {
    Iterator<Noted> newestFirst = noted.descendingIterator();
    while (newestFirst.hasNext()) {
      Noted primary = newestFirst.next();
      if (primary.position() <= replayed) {
        long lag = nanos - primary.nanos();
        return lag > longestNanos ? Optional.empty() : Optional.of(Duration.ofNanos(lag));
      }
    }
    return Optional.empty();
  }
}
