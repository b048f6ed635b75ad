package org.mizani.webhook.queue;

/**
 * Receiver of webhooks: a business at a host. Two businesses behind one host are two receivers, so
 * that neither delays the other.
 *
 * @param host {@code host:port}
 */
public record Receiver(long businessId, String host) {}
