package org.mizani.fx.quote;

import java.time.Instant;
import java.util.UUID;
import org.mizani.fx.Quote;

/**
 * Quote that a business has locked (ADR 34).
 *
 * @param expiresAt from this instant on, to the millisecond, no payout uses it
 */
public record LockedQuote(UUID id, Quote quote, Instant expiresAt) {}
