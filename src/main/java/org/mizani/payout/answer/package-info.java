/** Answers about payouts: what partners and operators read of them. */
package org.mizani.payout.answer;
