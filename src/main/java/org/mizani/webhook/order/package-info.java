/** Order of the events of a payment at the endpoints that ask for it (ADR 39). */
package org.mizani.webhook.order;
