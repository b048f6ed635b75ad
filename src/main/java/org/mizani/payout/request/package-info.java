/** Requests of partners about payouts: the interface, and the reading of its fields. */
package org.mizani.payout.request;
