package org.mizani.access;

/**
 * Size of a pod's next reservation of requests (ADR 6): small at first, because the share of this
 * pod is unknown, then doubled each time, and smaller again near the limit. Requests that pods hold
 * in reserve when the limit is reached, or lose when they are killed, are never admitted.
 *
 * @param limit requests per window
 */
record ReservationSize(int limit) {

  private static final int FEWEST_OF_LIMIT = 50;
  private static final int MOST_OF_LIMIT = 10;

  /** The part of a pod's probable share that it reserves at a time. */
  private static final int OF_ITS_SHARE = 4;

  /** The first reservation of a window. */
  int first() {
    return Math.max(1, limit / FEWEST_OF_LIMIT);
  }

  /**
   * The next reservation in a window.
   *
   * @param last the size of the pod's last reservation
   * @param grantedInAll requests granted to it so far
   * @param left requests that all pods may still reserve
   */
  int after(int last, int grantedInAll, int left) {
    // A pod's share of the remaining requests is estimated by its share of the spent ones.
    long share = (long) left * grantedInAll / Math.max(1, limit - left);
    long most = Math.min(2L * last, limit / MOST_OF_LIMIT);
    return (int) Math.max(first(), Math.min(most, share / OF_ITS_SHARE));
  }
}
