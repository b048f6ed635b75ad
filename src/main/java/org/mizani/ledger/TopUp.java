package org.mizani.ledger;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.money.Money;

/**
 * Top-up of a wallet.
 *
 * @param reversedAt when it was taken back
 * @param reversalReason for which it was taken back
 */
public record TopUp(
    UUID id,
    WalletPurpose purpose,
    Money amount,
    String reference,
    Instant enteredAt,
    Optional<Instant> reversedAt,
    Optional<String> reversalReason) {}
