/** Limits of the payouts of a business, and their use. */
package org.mizani.payout.limit;
