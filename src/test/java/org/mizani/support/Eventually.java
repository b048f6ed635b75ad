package org.mizani.support;

import java.time.Duration;

/** Waits for what comes to hold in a while. */
public final class Eventually {

  private static final long PAUSE_MILLIS = 20;

  private Eventually() {}

  /** An assertion that may throw checked exceptions. */
  @FunctionalInterface
  public interface Claim {
    void check() throws Exception;
  }

  /** Returns as soon as the claim holds; throws its last error if it does not in this time. */
  public static void within(Duration longest, Claim claim) throws Exception {
    long deadline = System.nanoTime() + longest.toNanos();
    while (true) {
      try {
        claim.check();
        return;
      } catch (AssertionError e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
