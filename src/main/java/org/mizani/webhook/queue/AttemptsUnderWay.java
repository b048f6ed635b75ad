package org.mizani.webhook.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Attempts under way of a pod. One that takes longer than a fast answer leaves its place to others,
 * and has another one, of which there are as many again: receivers that begin to hang, which have
 * not failed yet, would otherwise have all places until their attempts time out.
 */
final class AttemptsUnderWay {

  private final int most;
  private final Duration fast;
  private final Map<UUID, Instant> begun = new LinkedHashMap<>();
  private final Set<UUID> slow = new HashSet<>();

  AttemptsUnderWay(QueueLimits limits) {
    this.most = limits.inFlight();
    this.fast = limits.fast();
  }

  /** Begins an attempt; each begins no earlier than the one before. */
  void begin(UUID delivery, Instant now) {
    begun.put(delivery, now);
  }

  void end(UUID delivery) {
    if (begun.remove(delivery) == null) {
      slow.remove(delivery);
    }
  }

  /** The places that are free at this time. */
  int free(Instant now) {
    Iterator<Map.Entry<UUID, Instant>> eldest = begun.entrySet().iterator();
    while (slow.size() < most && eldest.hasNext()) {
      Map.Entry<UUID, Instant> attempt = eldest.next();
      if (attempt.getValue().plus(fast).isAfter(now)) {
        break;
      }
      eldest.remove();
      slow.add(attempt.getKey());
    }
    return most - begun.size();
  }
}
