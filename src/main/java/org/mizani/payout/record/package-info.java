/** Record of payouts: what is stored of each, and how partners and operators read it. */
package org.mizani.payout.record;
