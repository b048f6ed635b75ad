package org.mizani.webhook.queue;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mizani.webhook.queue.ReceiverQueue.Waiting;

/** Receivers of one business, served in turn. */
final class BusinessQueue {

  private final long id;
  private final QueueLimits limits;
  private final Map<Receiver, ReceiverQueue> receivers = new HashMap<>();
  private final Set<ReceiverQueue> turns = new LinkedHashSet<>();
  private int waiting;
  private int inFlight;

  BusinessQueue(long id, QueueLimits limits) {
    this.id = id;
    this.limits = limits;
  }

  long id() {
    return id;
  }

  int waiting() {
    return waiting;
  }

  int inFlight() {
    return inFlight;
  }

  boolean isEmpty() {
    return receivers.isEmpty();
  }

  boolean isReady() {
    return !turns.isEmpty();
  }

  List<ReceiverQueue> receivers() {
    return List.copyOf(receivers.values());
  }

  /** The queue of a receiver; one that is not there is kept from its first delivery on. */
  ReceiverQueue of(Receiver receiver) {
    ReceiverQueue known = receivers.get(receiver);
    return known == null ? new ReceiverQueue(receiver, limits) : known;
  }

  void add(ReceiverQueue queue, Waiting one) {
    queue.add(one);
    waiting++;
    settle(queue);
  }

  /** Takes a delivery of the receiver whose turn it is, which is the last in line then. */
  Waiting takeNext(Instant now) {
    ReceiverQueue queue = turns.iterator().next();
    turns.remove(queue);
    Waiting next = queue.takeNext(now);
    waiting--;
    inFlight += next.isInTime(now) ? 1 : 0;
    settle(queue);
    return next;
  }

  void end(ReceiverQueue queue) {
    queue.end();
    inFlight--;
    settle(queue);
  }

  /** Removes what waits for a receiver. */
  List<Waiting> clear(ReceiverQueue queue) {
    List<Waiting> removed = queue.clear();
    waiting -= removed.size();
    settle(queue);
    return removed;
  }

  private void settle(ReceiverQueue queue) {
    if (queue.mayBegin()) {
      turns.add(queue);
    } else {
      turns.remove(queue);
    }
    if (queue.size() == 0) {
      receivers.remove(queue.receiver());
    } else {
      receivers.put(queue.receiver(), queue);
    }
  }
}
