package org.mizani.support;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for what happens in the background: looks again and again, for a bounded time, and once
 * more when it is over, so that a look that was held up is not the last.
 */
public final class Eventually {

  /**
   * When a test that hangs is given up. It says nothing of how fast the service is, and costs a
   * green test nothing.
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

  /** The first value that is wanted; fails with the last one seen when there is none in time. */
  public static <T> T eventually(Supplier<T> look, Predicate<T> wanted) {
    return within(PATIENCE, look, wanted);
  }

  /** Like {@link #eventually} with a patience of its own. */
  public static <T> T within(Duration patience, Supplier<T> look, Predicate<T> wanted) {
    long deadline = System.nanoTime() + patience.toNanos();
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = pausedFor(pause)) {
      boolean last = System.nanoTime() > deadline;
      T seen = look.get();
      if (wanted.test(seen)) {
        return seen;
      }
      if (last) {
        throw new AssertionError("not within " + patience + "; last seen: " + seen);
      }
    }
  }

  /**
   * Pauses, and returns how long to pause next: half as long again, since a look is a request, and
   * what takes long is not seen sooner by looking often.
   */
  private static long pausedFor(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    return Math.min(millis * 3 / 2, LONGEST_PAUSE_MILLIS);
  }
}
