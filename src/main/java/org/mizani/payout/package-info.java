/** Payouts: from the request to the final status, its webhook and its effect on the wallet. */
package org.mizani.payout;
