/** Limits of a business's payouts, and what of them is used up. */
package org.mizani.payout.limit;
