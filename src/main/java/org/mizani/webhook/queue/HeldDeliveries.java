package org.mizani.webhook.queue;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Deliveries that this pod holds: those that wait, are under way, or whose results are not recorded
 * yet.
 */
final class HeldDeliveries {

  private final Set<UUID> ids = new HashSet<>();

  /**
   * @return false if it is held already
   */
  synchronized boolean add(UUID id) {
    return ids.add(id);
  }

  synchronized boolean contain(UUID id) {
    return ids.contains(id);
  }

  synchronized void remove(UUID id) {
    ids.remove(id);
    notifyAll();
  }

  /** Waits until none is held; false if that takes longer. */
  synchronized boolean awaitNone(Duration longest) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (!ids.isEmpty()) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
