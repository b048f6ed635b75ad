package org.mizani.sweep;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.mizani.corridor.Recipient;
import org.mizani.fault.ApiFault;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.RecipientLookup;

/** Asks the rails whose accounts the destinations of sweeps are. */
@Singleton
public final class DestinationHolders {

  private final PayoutRouter rails;
  private final Duration timeout;

  DestinationHolders(PayoutRouter rails, SweepConfig config) {
    this.rails = rails;
    this.timeout = config.lookupTimeout();
  }

  /**
   * Whose account it is; {@code ""} where the rail that would pay it cannot tell.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 422 where it is not active or no
   *     rail goes there; 503 where the rail gives no answer
   */
  public Uni<String> holderOf(Recipient destination) {
    return rails
        .railFor(destination.country(), destination.channel())
        .map(rail -> holderOf(rail, destination))
        .orElseGet(() -> Uni.createFrom().failure(ApiFault.CORRIDOR_NOT_AVAILABLE.asException()));
  }

  private Uni<String> holderOf(PayoutRail rail, Recipient destination) {
    return rail instanceof RecipientLookup lookup
        ? lookup
            .holderWithin(timeout, destination)
            .map(holder -> holder.orElseThrow(ApiFault.ACCOUNT_NOT_ACTIVE::asException))
        : Uni.createFrom().item("");
  }
}
