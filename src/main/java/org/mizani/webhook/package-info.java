/**
 * Outbox of webhooks: signed, sent at least once and retried by the schedule; no receiver delays
 * another (ADR 7).
 */
package org.mizani.webhook;
