package org.mizani.operator.wallet;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.Money;

/** Movement between the two wallets of a business and currency. */
@RegisterForReflection
record WalletTransfer(
    UUID businessId, WalletPurpose from, WalletPurpose to, Money amount, Entry entry) {}
