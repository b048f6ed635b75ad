package org.mizani.operator.wallet;

import java.util.UUID;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.Money;

/**
 * Funding to add to a wallet.
 *
 * @param reference its own reference: it is added once
 */
public record TopUp(UUID businessId, WalletPurpose purpose, Money amount, String reference) {}
