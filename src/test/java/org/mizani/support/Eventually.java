package org.mizani.support;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for work in the background: checks again and again for a bounded time, and once more after
 * it, so that a check that was held up is not the last.
 */
public final class Eventually {

  /**
   * The time after which a hanging test is given up. It is no measure of the service's speed, and a
   * green test does not wait for its end.
   */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final long FIRST_PAUSE_MILLIS = 20;
  private static final long LONGEST_PAUSE_MILLIS = 250;

  private Eventually() {}

  /** An assertion that may throw checked exceptions. */
  @FunctionalInterface
  public interface Claim {
    void check() throws Exception;
  }

  /** Returns as soon as the claim holds; throws its last error if it never does. */
  public static void holds(Claim claim) throws Exception {
    within(PATIENCE, claim);
  }

  /** Like {@link #holds} with a patience of its own. */
  public static void within(Duration patience, Claim claim) throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = pausedFor(pause)) {
      boolean last = System.nanoTime() > deadline;
      try {
        claim.check();
        return;
      } catch (Exception | AssertionError e) {
        if (last) {
          throw e;
        }
      }
    }
  }

  /** The first wanted value; fails with the last value read if none comes in time. */
  public static <T> T eventually(Supplier<T> read, Predicate<T> wanted) {
    return within(PATIENCE, read, wanted);
  }

  /** Like {@link #eventually} with a patience of its own. */
  public static <T> T within(Duration patience, Supplier<T> read, Predicate<T> wanted) {
    long deadline = System.nanoTime() + patience.toNanos();
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = pausedFor(pause)) {
      boolean last = System.nanoTime() > deadline;
      T seen = read.get();
      if (wanted.test(seen)) {
        return seen;
      }
      if (last) {
        throw new AssertionError("not within " + patience + "; last seen: " + seen);
      }
    }
  }

  /**
   * Pauses, and returns the next pause: half as long again, because a check is a request, and
   * frequent checks do not make slow work end sooner.
   */
  private static long pausedFor(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    return Math.min(millis * 3 / 2, LONGEST_PAUSE_MILLIS);
  }
}
