package org.mizani.webhook;

import java.time.Instant;
import java.util.UUID;

/**
 * A delivery that belongs to this pod for a while.
 *
 * @param startBefore the last moment to begin an attempt that surely ends within the lease
 */
record Leased(WebhookDelivery delivery, Instant startBefore) {

  UUID id() {
    return delivery.id();
  }

  String host() {
    return delivery.host();
  }
}
