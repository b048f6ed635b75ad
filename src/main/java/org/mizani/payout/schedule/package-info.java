/** Batches of payouts that wait for their time, as they are stored (ADR 36). */
package org.mizani.payout.schedule;
