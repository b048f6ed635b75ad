package org.mizani.access;

/**
 * How many requests a pod reserves at a time (ADR 6): few at first, for nobody knows how many more
 * will come to this pod, then twice as many each time, and fewer again as the limit comes near.
 * What pods have in reserve when the limit is reached, or take with them when they are killed, is
 * what nobody is admitted with.
 *
 * @param limit requests a window
 */
record ReservationSize(int limit) {

  private static final int FEWEST_OF_LIMIT = 50;
  private static final int MOST_OF_LIMIT = 10;

  /** Of what a pod will probably still get, so much at a time. */
  private static final int OF_ITS_SHARE = 4;

  /** The first reservation of a window. */
  int first() {
    return Math.max(1, limit / FEWEST_OF_LIMIT);
  }

  /**
   * The next reservation in a window.
   *
   * @param last how many the pod reserved last
   * @param grantedInAll how many it was granted so far
   * @param left how many requests anybody may still reserve
   */
  int after(int last, int grantedInAll, int left) {
    // It goes on as it began: of what is left a pod gets the part that it had of what is gone.
    long share = (long) left * grantedInAll / Math.max(1, limit - left);
    long most = Math.min(2L * last, limit / MOST_OF_LIMIT);
    return (int) Math.max(first(), Math.min(most, share / OF_ITS_SHARE));
  }
}
