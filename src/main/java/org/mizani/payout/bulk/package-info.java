/** Batches of payouts, ordered in one request. */
package org.mizani.payout.bulk;
