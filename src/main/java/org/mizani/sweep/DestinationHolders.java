package org.mizani.sweep;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.mizani.corridor.Recipient;
import org.mizani.fault.ApiFault;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.guard.HolderLookups;

/** Account holders of the destinations of sweeps, as the rails know them. */
@Singleton
public final class DestinationHolders {

  private final PayoutRouter rails;
  private final HolderLookups lookups;
  private final Duration timeout;

  DestinationHolders(PayoutRouter rails, HolderLookups lookups, SweepConfig config) {
    this.rails = rails;
    this.lookups = lookups;
    this.timeout = config.lookupTimeout();
  }

  /**
   * Looks the holder's name up with the rail that will pay; {@code ""} if that has no lookup.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 422 if the account is not active or
   *     no rail serves the corridor; 503 if the rail does not answer or is not to be called
   */
  public Uni<String> holderOf(Recipient destination) {
    return rails
        .railFor(destination.country(), destination.channel())
        .map(rail -> holderOf(rail, destination))
        .orElseGet(ApiFault.CORRIDOR_NOT_AVAILABLE::asFailure);
  }

  private Uni<String> holderOf(PayoutRail rail, Recipient destination) {
    return rail.recipientLookup(destination.channel())
        .map(lookup -> lookups.holderOf(destination, rail, lookup, timeout))
        .map(
            answer ->
                answer.map(holder -> holder.orElseThrow(ApiFault.ACCOUNT_NOT_ACTIVE::asException)))
        .orElseGet(() -> Uni.createFrom().item(""));
  }
}
