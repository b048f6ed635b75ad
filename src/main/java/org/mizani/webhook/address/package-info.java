/**
 * Addresses that webhooks may go to: callback URLs, and the protection against server-side request
 * forgery when a URL is registered and at each attempt (ADR 7).
 */
package org.mizani.webhook.address;
