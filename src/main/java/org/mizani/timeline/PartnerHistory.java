package org.mizani.timeline;

import java.util.List;

/**
 * History of a payment as its partner reads it.
 *
 * @param timeline in the order of the events
 * @param webhooks in the order in which they were written, the newest of them if there are many
 */
public record PartnerHistory(List<TimelineEntry> timeline, List<WebhookState> webhooks) {}
