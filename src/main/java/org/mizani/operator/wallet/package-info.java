/** Operators' view of wallets, top-ups, statements and the trial balance. */
package org.mizani.operator.wallet;
