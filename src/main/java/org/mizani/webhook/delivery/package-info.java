/**
 * Deliveries of webhooks as their business reads and replays them, and replays with their audit
 * entries (ADR 38).
 */
package org.mizani.webhook.delivery;
