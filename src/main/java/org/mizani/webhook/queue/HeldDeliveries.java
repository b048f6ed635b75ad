package org.mizani.webhook.queue;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Deliveries that this pod holds: those that wait, are under way, or whose results are not recorded
 * yet. A replay is held by itself: it begins once the result before it is recorded, which this pod
 * may learn a moment later.
 */
final class HeldDeliveries {

  private record Held(UUID id, int replays) {

    private static Held of(WebhookDelivery delivery) {
      return new Held(delivery.id(), delivery.replays());
    }
  }

  private final Set<Held> all = new HashSet<>();

  /**
   * @return false if it is held already
   */
  synchronized boolean add(WebhookDelivery delivery) {
    return all.add(Held.of(delivery));
  }

  synchronized boolean contain(WebhookDelivery delivery) {
    return all.contains(Held.of(delivery));
  }

  synchronized void remove(WebhookDelivery delivery) {
    all.remove(Held.of(delivery));
    notifyAll();
  }

  /** Waits until none is held; false if that takes longer. */
  synchronized boolean awaitNone(Duration longest) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (!all.isEmpty()) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
