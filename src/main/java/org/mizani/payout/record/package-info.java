/** Record of payouts: the stored form of each, and how partners and operators read it. */
package org.mizani.payout.record;
