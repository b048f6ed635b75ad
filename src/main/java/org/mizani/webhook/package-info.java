/**
 * The outbox of webhooks: signed, sent at least once, retried by the schedule, and no receiver
 * delays another (decisions, "Webhooks").
 */
package org.mizani.webhook;
