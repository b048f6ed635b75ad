package org.mizani.payout;

import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.fx.Quote;

/**
 * A payout about to be created.
 *
 * @param serviceReference the reference that it will have
 * @param caller whose payout it is
 * @param rail the name of the rail that will pay
 * @param encryptedParties everything personal, encrypted
 * @param handedOff whether this pod's settler takes it on at once, under a lease
 */
record NewPayout(
    UUID serviceReference,
    Caller caller,
    PayoutOrder order,
    Quote quote,
    String rail,
    byte[] encryptedParties,
    boolean handedOff) {}
