package org.mizani.work;

import java.time.Duration;

/** Comparisons of waits. */
public final class Waits {

  private Waits() {}

  /** Whether nothing is left of a time. */
  public static boolean isOver(Duration left) {
    return left.isNegative() || left.isZero();
  }

  /** The shorter of two. */
  public static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** The longer of two. */
  public static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
