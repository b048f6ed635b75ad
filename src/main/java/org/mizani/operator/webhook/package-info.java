/** Operators' view of webhook deliveries, and replays. */
package org.mizani.operator.webhook;
