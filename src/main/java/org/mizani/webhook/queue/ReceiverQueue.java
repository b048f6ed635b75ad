package org.mizani.webhook.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Deliveries of one receiver: waiting for their turn and under way. */
final class ReceiverQueue {

  /**
   * A delivery that waits for its turn.
   *
   * @param offered whether it was handed off rather than claimed
   */
  record Waiting(WebhookDelivery delivery, Lease lease, boolean offered) {

    boolean isInTime(Instant now) {
      return now.isBefore(lease.startBefore());
    }

    boolean mayBeGivenBack(Instant now) {
      return now.isBefore(lease.giveBackBefore());
    }
  }

  private final Receiver receiver;
  private final Pace pace;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int inFlight;

  ReceiverQueue(Receiver receiver, QueueLimits limits) {
    this.receiver = receiver;
    this.pace = receiver.isEndpoint() ? Pace.ofEndpoint(limits) : new Pace(limits);
  }

  Receiver receiver() {
    return receiver;
  }

  int size() {
    return waiting.size() + inFlight;
  }

  int waiting() {
    return waiting.size();
  }

  int atATime() {
    return pace.atATime();
  }

  boolean mayBegin() {
    return !waiting.isEmpty() && inFlight < pace.atATime();
  }

  void add(Waiting one) {
    waiting.add(one);
  }

  /** Takes the next delivery, which is under way then unless it has waited too long. */
  Waiting takeNext(Instant now) {
    Waiting next = waiting.remove();
    inFlight += next.isInTime(now) ? 1 : 0;
    return next;
  }

  /** Notes how an attempt that is still under way ended. */
  void note(boolean delivered, Duration took) {
    pace.note(delivered, took, inFlight >= pace.atATime());
  }

  void end() {
    inFlight--;
  }

  /** Removes what waits. */
  List<Waiting> clear() {
    List<Waiting> removed = List.copyOf(waiting);
    waiting.clear();
    return removed;
  }
}
