package org.mizani.verification;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.mizani.corridor.Recipient;
import org.mizani.fault.ApiException;
import org.mizani.fault.ApiFault;
import org.mizani.rail.PayoutRouter;

/** Asks the rails whose accounts these are. */
@Singleton
final class AccountHolders {

  private final PayoutRouter rails;
  private final Duration timeout;

  AccountHolders(PayoutRouter rails, VerificationConfig config) {
    this.rails = rails;
    this.timeout = config.timeout();
  }

  /**
   * The registered name of an account's holder, or nothing if the account is not active.
   *
   * @throws ApiException (as failure) 422 where no connected rail can tell, 503 where the one that
   *     can gives no answer: neither says anything about the account
   */
  Uni<Optional<String>> nameFor(Recipient recipient) {
    return rails
        .recipientLookup(recipient.country(), recipient.channel())
        .map(lookup -> lookup.holderWithin(timeout, recipient))
        .orElseGet(() -> Uni.createFrom().failure(ApiFault.CORRIDOR_NOT_AVAILABLE.asException()));
  }
}
