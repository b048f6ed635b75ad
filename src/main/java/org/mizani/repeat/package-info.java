/** Repeats of requests that create payments: the first answer again, by an idempotency key. */
package org.mizani.repeat;
