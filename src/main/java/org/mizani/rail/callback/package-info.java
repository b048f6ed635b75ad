/** Callbacks of networks: received, stored, and read when a payment is polled (ADR 19). */
package org.mizani.rail.callback;
