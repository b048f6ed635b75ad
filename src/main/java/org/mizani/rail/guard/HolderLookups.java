package org.mizani.rail.guard;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.corridor.Recipient;
import org.mizani.database.CallerContext;
import org.mizani.fault.ApiFault;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RecipientLookup;
import org.mizani.rail.TimedAnswer;

/**
 * Look-ups of account holders at rails, within a time, and none at a network that is not to be
 * called at all (ADR 21).
 */
@Singleton
public final class HolderLookups implements Holders {

  private static final Logger LOG = Logger.getLogger(HolderLookups.class);

  private final RailPauses pauses;

  HolderLookups(RailPauses pauses) {
    this.pauses = pauses;
  }

  @Override
  public Uni<Optional<String>> holderOf(
      Recipient recipient, PayoutRail rail, RecipientLookup lookup, Duration timeout) {
    if (pauses.forbidsCalls(rail.name())) {
      return ApiFault.SERVICE_UNAVAILABLE.asFailure();
    }
    return CallerContext.backTo(
        TimedAnswer.of(() -> lookup.holderOf(recipient), timeout)
            .onFailure()
            .invoke(failure -> report(recipient, failure))
            .onFailure()
            .transform(failure -> ApiFault.SERVICE_UNAVAILABLE.asException()));
  }

  private static void report(Recipient recipient, Throwable failure) {
    LOG.warnf(
        "no answer to the look-up of a recipient, country=%s channel=%s failure=%s",
        recipient.country(), recipient.channel().code(), TimedAnswer.reason(failure));
  }
}
