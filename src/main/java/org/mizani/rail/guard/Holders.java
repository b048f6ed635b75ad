package org.mizani.rail.guard;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import org.mizani.corridor.Recipient;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RecipientLookup;

/** Source of the registered names of account holders. */
@FunctionalInterface
public interface Holders {

  /**
   * The registered name of the holder, or empty if the account is not active.
   *
   * @param lookup of this rail
   * @throws ApiException (as failure) 503 if the rail gives no answer in time or is not to be
   *     called, which tells nothing about the account
   */
  Uni<Optional<String>> holderOf(
      Recipient recipient, PayoutRail rail, RecipientLookup lookup, Duration timeout);
}
