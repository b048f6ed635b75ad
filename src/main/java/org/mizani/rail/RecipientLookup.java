package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.corridor.Recipient;
import org.mizani.database.CallerContext;
import org.mizani.fault.ApiFault;

/** Look-up of account holders at a rail. */
public interface RecipientLookup {

  /**
   * The registered name of the holder, or empty if the account is not active. It fails if the
   * network does not tell for certain.
   */
  Uni<Optional<String>> holderOf(Recipient recipient);

  /**
   * Whether payouts depend on it: refused if the account is not active, and not taken without an
   * answer. Otherwise they go to the network without being looked up.
   */
  default boolean isBinding() {
    return true;
  }

  /**
   * The registered name of the holder, or empty if the account is not active.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 503 if the rail gives no answer in
   *     time, which tells nothing about the account
   */
  default Uni<Optional<String>> holderWithin(Duration timeout, Recipient recipient) {
    Uni<Optional<String>> answer =
        TimedAnswer.of(() -> holderOf(recipient), timeout)
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
            recipient.country(), recipient.channel().code(), TimedAnswer.reason(failure));
  }
}
