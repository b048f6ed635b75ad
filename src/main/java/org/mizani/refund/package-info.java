/** Refunds: what a customer has paid is paid back, by the network that collected it (ADR 20). */
package org.mizani.refund;
