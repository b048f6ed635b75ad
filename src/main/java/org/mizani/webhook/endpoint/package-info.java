/** Webhook endpoints that businesses manage themselves, and the deliveries to them (ADR 39). */
package org.mizani.webhook.endpoint;
