package org.mizani.webhook;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Queues of the deliveries that this pod holds a lease of, one for each receiver, served in turn.
 * They are bounded each and in all, so that no receiver delays another:
 *
 * <ol>
 *   <li>A receiver has a few attempts under way at most, a failing receiver one delivery in all.
 *   <li>Failing receivers together have at most half of the attempts under way.
 *   <li>A delivery is held until its result is recorded, and never admitted twice.
 * </ol>
 */
@Singleton
final class ReceiverQueues {

  /**
   * A delivery that waits for its turn.
   *
   * @param startBefore the last instant to begin an attempt that ends within the lease
   */
  private record Waiting(WebhookDelivery delivery, Instant startBefore) {}

  /** The deliveries of one receiver: waiting and under way. */
  private static final class ReceiverQueue {

    final Deque<Waiting> waiting = new ArrayDeque<>();
    int inFlight;
    boolean queued;

    int size() {
      return waiting.size() + inFlight;
    }
  }

  private final WebhookConfig.Limits limits;
  private final FailingReceivers failing;
  private final Map<String, ReceiverQueue> queues = new HashMap<>();
  private final Deque<String> ready = new ArrayDeque<>();
  private final Set<UUID> held = new HashSet<>();
  private int waiting;
  private int inFlight;

  ReceiverQueues(WebhookConfig config) {
    this.limits = config.limits();
    this.failing = new FailingReceivers(limits.failuresUntilFailing());
  }

  /** How many deliveries a claim may take of each receiver, without the receivers with none. */
  synchronized Map<String, Integer> capacities(Collection<String> hosts) {
    int left = Math.min(limits.claim(), limits.waiting() - waiting);
    int leftForFailing = capacityForFailing();
    Map<String, Integer> capacities = new LinkedHashMap<>();
    for (String host : hosts) {
      boolean fails = failing.contains(host);
      int capacity = Math.min(left, (fails ? 1 : limits.claimPerHost()) - size(host));
      if (capacity < 1 || (fails && leftForFailing < 1)) {
        continue;
      }
      capacities.put(host, capacity);
      left -= capacity;
      leftForFailing -= fails ? capacity : 0;
    }
    return capacities;
  }

  /**
   * Admits a claimed delivery.
   *
   * @param startBefore the last instant to begin an attempt that ends within the lease
   * @return false if it is held already or its queue is full
   */
  synchronized boolean admit(WebhookDelivery delivery, Instant startBefore) {
    String host = delivery.host();
    boolean fits =
        failing.contains(host)
            ? size(host) < 1 && capacityForFailing() > 0
            : size(host) < limits.inFlightPerHost() + limits.waitingPerHost();
    if (!fits || !held.add(delivery.id())) {
      return false;
    }
    ReceiverQueue queue = queues.computeIfAbsent(host, unused -> new ReceiverQueue());
    queue.waiting.add(new Waiting(delivery, startBefore));
    waiting++;
    enqueue(host, queue);
    return true;
  }

  /** Whether a delivery waits, is under way, or its result is not recorded yet. */
  synchronized boolean holds(UUID id) {
    return held.contains(id);
  }

  /** Admits a handed-off delivery, likewise; half of the waiting room is left to claims. */
  synchronized boolean offer(WebhookDelivery delivery, Instant startBefore) {
    return waiting < limits.waiting() / 2 && admit(delivery, startBefore);
  }

  /** Takes the deliveries to attempt now; each counts as under way until it is released. */
  synchronized List<WebhookDelivery> take(Instant now) {
    List<WebhookDelivery> taken = new ArrayList<>();
    while (inFlight < limits.inFlight() && !ready.isEmpty()) {
      String host = ready.poll();
      ReceiverQueue queue = queues.get(host);
      queue.queued = false;
      Waiting next = queue.waiting.poll();
      waiting--;
      if (now.isBefore(next.startBefore())) {
        queue.inFlight++;
        inFlight++;
        taken.add(next.delivery());
      } else {
        held.remove(next.delivery().id());
      }
      enqueueOrRemove(host, queue);
    }
    notifyAll();
    return taken;
  }

  /**
   * Ends an attempt.
   *
   * @return whether the receiver has no delivery waiting
   */
  synchronized boolean release(WebhookDelivery delivery, boolean delivered) {
    failing.note(delivery.host(), delivered);
    return free(delivery.host());
  }

  /** Gives up a delivery that cannot be attempted: it is due again when its lease ends. */
  synchronized void abandon(WebhookDelivery delivery) {
    free(delivery.host());
    forget(delivery.id());
  }

  /** Forgets a delivery after its result is recorded. */
  synchronized void forget(UUID id) {
    held.remove(id);
    notifyAll();
  }

  /** Removes all waiting deliveries and returns their ids. */
  synchronized List<UUID> clearWaiting() {
    List<UUID> ids = new ArrayList<>();
    for (String host : List.copyOf(queues.keySet())) {
      ReceiverQueue queue = queues.get(host);
      ids.addAll(clear(host, queue));
      enqueueOrRemove(host, queue);
    }
    return ids;
  }

  /** Waits until no delivery is held; false if that takes longer. */
  synchronized boolean awaitEmpty(Duration longest) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (!held.isEmpty()) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  private boolean free(String host) {
    ReceiverQueue queue = queues.get(host);
    queue.inFlight--;
    inFlight--;
    if (failing.contains(host)) {
      clear(host, queue);
    }
    enqueueOrRemove(host, queue);
    return queue.waiting.isEmpty();
  }

  private List<UUID> clear(String host, ReceiverQueue queue) {
    List<UUID> ids = queue.waiting.stream().map(one -> one.delivery().id()).toList();
    ids.forEach(held::remove);
    waiting -= ids.size();
    queue.waiting.clear();
    if (queue.queued) {
      queue.queued = false;
      ready.remove(host);
    }
    return ids;
  }

  private void enqueueOrRemove(String host, ReceiverQueue queue) {
    enqueue(host, queue);
    if (queue.size() == 0) {
      queues.remove(host);
    }
  }

  private void enqueue(String host, ReceiverQueue queue) {
    if (!queue.queued && !queue.waiting.isEmpty() && queue.inFlight < limits.inFlightPerHost()) {
      queue.queued = true;
      ready.add(host);
    }
  }

  private int size(String host) {
    ReceiverQueue queue = queues.get(host);
    return queue == null ? 0 : queue.size();
  }

  private int capacityForFailing() {
    int taken = queues.keySet().stream().filter(failing::contains).mapToInt(this::size).sum();
    return limits.inFlight() / 2 - taken;
  }
}
