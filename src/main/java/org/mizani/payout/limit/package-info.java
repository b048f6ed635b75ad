/** Limits of a business's payouts, and their use. */
package org.mizani.payout.limit;
