/**
 * The outbox of webhooks: signed, sent at least once, retried by the schedule, and no receiver
 * delays another (decisions, "Webhooks"). Its part of the OpenAPI document are the webhooks.
 */
package org.mizani.webhook;
