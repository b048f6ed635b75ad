package org.mizani.webhook.queue;

import java.time.Instant;

/**
 * Lease of this pod on a delivery, by this pod's clock.
 *
 * @param startBefore the last instant to begin an attempt that ends within the lease
 * @param giveBackBefore the last instant to end the lease early: later another pod may have its own
 */
public record Lease(Instant startBefore, Instant giveBackBefore) {}
