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
import org.mizani.rail.guard.HolderLookups;

/** Look-up of account holders at the rails that pay them. */
@Singleton
final class AccountHolders {

  private final PayoutRouter rails;
  private final HolderLookups lookups;
  private final Duration timeout;

  AccountHolders(PayoutRouter rails, HolderLookups lookups, VerificationConfig config) {
    this.rails = rails;
    this.lookups = lookups;
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
        .map(lookup -> lookups.holderOf(recipient, rail, lookup, timeout))
        .orElseGet(ApiFault.NAMES_NOT_TOLD::asFailure);
  }
}
