package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.corridor.Recipient;
import org.mizani.database.CallerContext;
import org.mizani.fault.ApiFault;

/** Look-up of account holders, by rails that can do it. */
public interface RecipientLookup {

  /** The registered name of the holder, or empty if the account is not active. */
  Uni<Optional<String>> holderOf(Recipient recipient);

  /**
   * The registered name of the holder, or empty if the account is not active.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 503 if the rail gives no answer in
   *     time, which tells nothing about the account
   */
  default Uni<Optional<String>> holderWithin(Duration timeout, Recipient recipient) {
    Uni<Optional<String>> answer =
        RailGuard.answer(() -> holderOf(recipient), timeout)
            .onFailure()
            .invoke(failure -> report(recipient, failure))
            .onFailure()
            .transform(failure -> ApiFault.SERVICE_UNAVAILABLE.asException());
    return CallerContext.backTo(answer);
  }

  private static void report(Recipient recipient, Throwable failure) {
    Logger.getLogger(RecipientLookup.class)
        .warnf(
            "no answer to the look-up of a recipient, country=%s channel=%s failure=%s",
            recipient.country(), recipient.channel().code(), RailGuard.reason(failure));
  }
}
