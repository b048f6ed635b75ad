/**
 * A business's own statements of its wallets, with a proof that a program checks offline (ADR 33).
 */
package org.mizani.ledger.statement;
