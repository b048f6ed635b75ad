package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.corridor.Recipient;
import org.mizani.database.CallerContext;
import org.mizani.fault.ApiFault;

/** A rail that can tell whose account this is. */
public interface RecipientLookup {

  /** The registered holder's name, or nothing if the account is not active. */
  Uni<Optional<String>> holderOf(Recipient recipient);

  /**
   * The same, waiting for it no longer than this.
   *
   * @throws org.mizani.fault.ApiException (as failure) 503 where the rail gives no answer, which
   *     says nothing about the account
   */
  default Uni<Optional<String>> holderWithin(Duration longest, Recipient recipient) {
    return CallerContext.backTo(answerWithin(longest, recipient));
  }

  private Uni<Optional<String>> answerWithin(Duration longest, Recipient recipient) {
    return Uni.createFrom()
        .deferred(() -> holderOf(recipient))
        .ifNoItem()
        .after(longest)
        .fail()
        .onItem()
        .ifNull()
        .failWith(() -> new IllegalStateException("an empty answer"))
        .onFailure()
        .invoke(failure -> report(recipient, failure))
        .onFailure()
        .transform(failure -> ApiFault.SERVICE_UNAVAILABLE.asException());
  }

  /** A failure's message may quote what was asked, which is personal: its kind has to do. */
  private static void report(Recipient recipient, Throwable failure) {
    Logger.getLogger(RecipientLookup.class)
        .warnf(
            "no answer to whose account it is, country=%s channel=%s failure=%s",
            recipient.country(), recipient.channel().code(), failure.getClass().getName());
  }
}
