/** Wallets and the transfers between their accounts; nothing else writes a balance. */
package org.mizani.ledger;
