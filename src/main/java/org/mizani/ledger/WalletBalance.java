package org.mizani.ledger;

import org.mizani.money.Money;

/** What a wallet holds: usable now, reserved for payouts under way, on its way in. */
public record WalletBalance(WalletPurpose purpose, Money available, Money holding, Money pending) {}
