package org.mizani.webhook.queue;

import java.time.Duration;

/**
 * Pace of a receiver: how many attempts it has under way at most. That grows with each answer as
 * fast as its fastest ones, shrinks when answers slow down, and begins anew with a failure.
 */
final class Pace {

  /** An answer later than twice the fastest one and this is a slow one. */
  private static final long SLACK_NANOS = Duration.ofMillis(50).toNanos();

  /** An endpoint has a quarter of the places of the call-backs at a host. */
  private static final int PART_OF_ENDPOINT = 4;

  private final int first;
  private final int most;
  private final long fastNanos;
  private int atATime;
  private int slowAnswers;
  private long fastestNanos = Long.MAX_VALUE / 4;

  Pace(QueueLimits limits) {
    this(limits, limits.inFlightPerFastReceiver());
  }

  private Pace(QueueLimits limits, int most) {
    this.first = limits.inFlightPerReceiver();
    this.most = Math.max(first, most);
    this.fastNanos = limits.fast().toNanos();
    this.atATime = first;
  }

  /** A pace that leaves places to the call-backs of the same business, should all begin to hang. */
  static Pace ofEndpoint(QueueLimits limits) {
    return new Pace(limits, limits.inFlightPerFastReceiver() / PART_OF_ENDPOINT);
  }

  int atATime() {
    return atATime;
  }

  /**
   * Notes how an attempt ended.
   *
   * @param full whether as many were under way as may be: only then does it tell that more can be
   */
  void note(boolean delivered, Duration took, boolean full) {
    if (!delivered) {
      begin();
      return;
    }
    long nanos = took.toNanos();
    fastestNanos = Math.min(fastestNanos, nanos);
    if (nanos > fastNanos || nanos > 2 * fastestNanos + SLACK_NANOS) {
      slow();
    } else {
      slowAnswers = Math.max(0, slowAnswers - 1);
      atATime = full ? Math.min(most, atATime + 1) : atATime;
    }
  }

  private void begin() {
    atATime = first;
    slowAnswers = 0;
  }

  // Once for as many more slow than fast answers as go at a time: those were begun at this pace.
  private void slow() {
    slowAnswers++;
    if (slowAnswers >= atATime) {
      slowAnswers = 0;
      atATime = Math.max(first, atATime - atATime / 4);
      fastestNanos += fastestNanos / 4;
    }
  }
}
