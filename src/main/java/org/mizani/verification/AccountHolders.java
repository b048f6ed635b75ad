package org.mizani.verification;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.corridor.Recipient;
import org.mizani.fault.ApiException;
import org.mizani.fault.ApiFault;
import org.mizani.rail.RailRouter;
import org.mizani.rail.RecipientLookup;

/** Asks the rails whose accounts these are. */
@Singleton
final class AccountHolders {

  private static final Logger LOG = Logger.getLogger(AccountHolders.class);

  private final RailRouter rails;
  private final Duration timeout;

  AccountHolders(RailRouter rails, VerificationConfig config) {
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
        .map(lookup -> ask(lookup, recipient))
        .orElseGet(() -> Uni.createFrom().failure(ApiFault.CORRIDOR_NOT_AVAILABLE.asException()));
  }

  private Uni<Optional<String>> ask(RecipientLookup lookup, Recipient recipient) {
    return Uni.createFrom()
        .deferred(() -> lookup.holderOf(recipient))
        .ifNoItem()
        .after(timeout)
        .fail()
        .onFailure()
        .invoke(failure -> report(recipient, failure))
        .onFailure()
        .transform(failure -> ApiFault.SERVICE_UNAVAILABLE.asException());
  }

  /** A failure's message may quote what was asked, which is personal: its kind has to do. */
  private static void report(Recipient recipient, Throwable failure) {
    LOG.warnf(
        "no answer to a verification, country=%s channel=%s failure=%s",
        recipient.country(), recipient.channel().code(), failure.getClass().getName());
  }
}
