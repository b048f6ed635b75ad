package org.mizani.webhook.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.mizani.webhook.address.FairShare;

/**
 * Attempts under way of a pod. One that takes long leaves its place to others, and has another one,
 * of which there are as many again: receivers that begin to hang, which have not failed yet, would
 * otherwise have all places until their attempts time out. Of those too a business has a fair share
 * alone.
 */
final class AttemptsUnderWay {

  private record Attempt(long businessId, Instant begun) {}

  private final int most;
  private final Duration longAfter;
  private final FairShare placesOfSlow;
  private final Map<UUID, Attempt> begun = new LinkedHashMap<>();
  private final Map<UUID, Long> slow = new HashMap<>();
  private final Map<Long, Integer> slowOfBusinesses = new HashMap<>();

  AttemptsUnderWay(QueueLimits limits) {
    this.most = limits.inFlight();
    this.longAfter = limits.longAfter();
    this.placesOfSlow = new FairShare(most, limits.inFlightPerReceiver());
  }

  /** Begins an attempt; each begins no earlier than the one before. */
  void begin(WebhookDelivery delivery, Instant now) {
    begun.put(delivery.id(), new Attempt(delivery.businessId(), now));
  }

  void end(UUID delivery) {
    if (begun.remove(delivery) == null) {
      Long business = slow.remove(delivery);
      if (business != null) {
        slowOfBusinesses.computeIfPresent(business, (id, own) -> own > 1 ? own - 1 : null);
      }
    }
  }

  /** The attempts of a business that take long. */
  int slowOf(long business) {
    return slowOfBusinesses.getOrDefault(business, 0);
  }

  /** The places that are free at this time. */
  int free(Instant now) {
    Iterator<Map.Entry<UUID, Attempt>> eldest = begun.entrySet().iterator();
    while (slow.size() < most && eldest.hasNext()) {
      Map.Entry<UUID, Attempt> next = eldest.next();
      Attempt attempt = next.getValue();
      if (attempt.begun().plus(longAfter).isAfter(now)) {
        break;
      }
      if (placesOfSlow.more(slowOf(attempt.businessId()), most - slow.size()) > 0) {
        eldest.remove();
        slow.put(next.getKey(), attempt.businessId());
        slowOfBusinesses.merge(attempt.businessId(), 1, Integer::sum);
      }
    }
    return most - begun.size();
  }
}
