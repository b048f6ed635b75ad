/** Balances that the service holds with networks: read on a schedule, kept, watched. */
package org.mizani.rail.balance;
