package org.mizani.verification;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.mizani.corridor.Recipient;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.RecipientLookup;
import org.mizani.rail.guard.RailPauses;

/** Look-up of account holders at the rails that pay them. */
@Singleton
final class AccountHolders {

  private final PayoutRouter rails;
  private final RailPauses pauses;
  private final Duration timeout;

  AccountHolders(PayoutRouter rails, RailPauses pauses, VerificationConfig config) {
    this.rails = rails;
    this.pauses = pauses;
    this.timeout = config.timeout();
  }

  /**
   * The registered name of an account's holder, or empty if the account is not active.
   *
   * @throws ApiException (as failure) 422 if no rail pays it, or the one that does has no look-up
   *     (with a code of its own); 503 if the rail gives no answer or is not to be called; none
   *     tells whether the account is active
   */
  Uni<Optional<String>> nameFor(Recipient recipient) {
    return rails
        .railFor(recipient.country(), recipient.channel())
        .map(rail -> nameBy(rail, recipient))
        .orElseGet(ApiFault.CORRIDOR_NOT_AVAILABLE::asFailure);
  }

  private Uni<Optional<String>> nameBy(PayoutRail rail, Recipient recipient) {
    return rail.recipientLookup(recipient.channel())
        .map(lookup -> nameBy(lookup, rail, recipient))
        .orElseGet(ApiFault.NAMES_NOT_TOLD::asFailure);
  }

  private Uni<Optional<String>> nameBy(
      RecipientLookup lookup, PayoutRail rail, Recipient recipient) {
    return pauses.forbidsCalls(rail.name())
        ? ApiFault.SERVICE_UNAVAILABLE.asFailure()
        : lookup.holderWithin(timeout, recipient);
  }
}
