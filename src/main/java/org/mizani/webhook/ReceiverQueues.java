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
 * Who goes next: the deliveries that this pod holds a lease of, a lane for each receiver, the lanes
 * served in turn. Bounded a lane and in all, so that no receiver delays another:
 *
 * <ol>
 *   <li>A receiver has a few attempts under way at most, a suspect one a single delivery.
 *   <li>All suspects together have at most half of the places.
 *   <li>A delivery stays known until its result is recorded, and never comes in twice.
 * </ol>
 */
@Singleton
final class ReceiverQueues {

  private final WebhookConfig.Limits limits;
  private final FailingReceivers suspects;
  private final Map<String, ReceiverQueue> lanes = new HashMap<>();
  private final Deque<ReceiverQueue> ready = new ArrayDeque<>();
  private final Set<UUID> held = new HashSet<>();
  private int waiting;
  private int inFlight;

  ReceiverQueues(WebhookConfig config) {
    this.limits = config.limits();
    this.suspects = new FailingReceivers(limits.failuresUntilSuspect());
  }

  /** How many deliveries a claim may take of each of these receivers, those with none left out. */
  synchronized Map<String, Integer> rooms(Collection<String> hosts) {
    int left = Math.min(limits.claim(), limits.waiting() - waiting);
    int leftForSuspects = roomForSuspects();
    Map<String, Integer> rooms = new LinkedHashMap<>();
    for (String host : hosts) {
      boolean suspect = suspects.contains(host);
      int room = Math.min(left, (suspect ? 1 : limits.claimPerHost()) - size(host));
      if (room < 1 || (suspect && leftForSuspects < 1)) {
        continue;
      }
      rooms.put(host, room);
      left -= room;
      leftForSuspects -= suspect ? room : 0;
    }
    return rooms;
  }

  /** Takes a claimed delivery in; false if it is here already or its lane is full. */
  synchronized boolean admit(Leased leased) {
    String host = leased.host();
    boolean room =
        suspects.contains(host)
            ? size(host) < 1 && roomForSuspects() > 0
            : size(host) < limits.inFlightPerHost() + limits.waitingPerHost();
    if (!room || !held.add(leased.id())) {
      return false;
    }
    ReceiverQueue lane = lanes.computeIfAbsent(host, ReceiverQueue::new);
    lane.waiting.add(leased);
    waiting++;
    queue(lane);
    return true;
  }

  /** Takes a handed-off delivery in, which must leave half of the waiting room to claims. */
  synchronized boolean offer(Leased leased) {
    return waiting < limits.waiting() / 2 && admit(leased);
  }

  /** The deliveries whose turn it is now: each of them has a place until it is released. */
  synchronized List<Leased> take(Instant now) {
    List<Leased> taken = new ArrayList<>();
    while (inFlight < limits.inFlight() && !ready.isEmpty()) {
      ReceiverQueue lane = ready.poll();
      lane.queued = false;
      Leased next = lane.waiting.poll();
      waiting--;
      if (now.isBefore(next.startBefore())) {
        lane.inFlight++;
        inFlight++;
        taken.add(next);
      } else {
        held.remove(next.id());
      }
      queueOrRemove(lane);
    }
    notifyAll();
    return taken;
  }

  /**
   * Frees the place of an attempt that has ended.
   *
   * @return whether its lane has nothing left to do
   */
  synchronized boolean release(Leased leased, boolean delivered) {
    suspects.note(leased.host(), delivered);
    return free(leased);
  }

  /** Gives a delivery up that could not be attempted: it comes again when its lease has ended. */
  synchronized void abandon(Leased leased) {
    free(leased);
    forget(leased.id());
  }

  /** Forgets a delivery whose result is recorded. */
  synchronized void forget(UUID id) {
    held.remove(id);
    notifyAll();
  }

  /** Empties the waiting room and answers who was in it. */
  synchronized List<UUID> clearWaiting() {
    List<UUID> ids = new ArrayList<>();
    for (ReceiverQueue lane : List.copyOf(lanes.values())) {
      ids.addAll(clear(lane));
      queueOrRemove(lane);
    }
    return ids;
  }

  /** Waits until nothing is held any more; false if that takes longer. */
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

  private boolean free(Leased leased) {
    ReceiverQueue lane = lanes.get(leased.host());
    lane.inFlight--;
    inFlight--;
    if (suspects.contains(lane.host)) {
      clear(lane);
    }
    queueOrRemove(lane);
    return lane.waiting.isEmpty();
  }

  private List<UUID> clear(ReceiverQueue lane) {
    List<UUID> ids = lane.waiting.stream().map(Leased::id).toList();
    ids.forEach(held::remove);
    waiting -= ids.size();
    lane.waiting.clear();
    if (lane.queued) {
      lane.queued = false;
      ready.remove(lane);
    }
    return ids;
  }

  private void queueOrRemove(ReceiverQueue lane) {
    queue(lane);
    if (lane.size() == 0) {
      lanes.remove(lane.host);
    }
  }

  private void queue(ReceiverQueue lane) {
    if (!lane.queued && !lane.waiting.isEmpty() && lane.inFlight < limits.inFlightPerHost()) {
      lane.queued = true;
      ready.add(lane);
    }
  }

  private int size(String host) {
    ReceiverQueue lane = lanes.get(host);
    return lane == null ? 0 : lane.size();
  }

  private int roomForSuspects() {
    int taken =
        lanes.values().stream()
            .filter(lane -> suspects.contains(lane.host))
            .mapToInt(ReceiverQueue::size)
            .sum();
    return limits.inFlight() / 2 - taken;
  }
}
