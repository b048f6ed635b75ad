/**
 * Queues of webhooks in a pod's memory: businesses in turn, of each its receivers in turn. No
 * business and no receiver delays another (ADR 7).
 */
package org.mizani.webhook.queue;
