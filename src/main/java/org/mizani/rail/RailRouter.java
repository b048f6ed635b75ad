package org.mizani.rail;

import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;

/** Finds the rail that serves a corridor. */
@Singleton
public final class RailRouter {

  private final List<PayoutRail> rails;

  RailRouter(@All List<PayoutRail> rails) {
    this.rails = rails;
  }

  /** The rail for payouts of this channel and country, or nothing where none is connected. */
  public Optional<PayoutRail> payoutRail(Country country, Channel channel) {
    return rails.stream().filter(rail -> rail.serves(country, channel)).findFirst();
  }

  /** The rail of this name, or nothing where it is not connected (any more). */
  public Optional<PayoutRail> payoutRailNamed(String name) {
    return rails.stream().filter(rail -> rail.name().equals(name)).findFirst();
  }

  /** A rail that tells whose accounts of this channel and country are, or nothing without one. */
  public Optional<RecipientLookup> recipientLookup(Country country, Channel channel) {
    return rails.stream()
        .filter(rail -> rail.serves(country, channel))
        .filter(RecipientLookup.class::isInstance)
        .map(RecipientLookup.class::cast)
        .findFirst();
  }

  /**
   * Whether a rail takes payouts to this recipient; one that cannot look recipients up takes all.
   */
  public Uni<Boolean> isActive(PayoutRail rail, Recipient recipient) {
    return rail instanceof RecipientLookup lookup
        ? lookup.holderOf(recipient).map(Optional::isPresent)
        : Uni.createFrom().item(true);
  }

  /** The names of all rails connected. */
  public List<String> names() {
    return rails.stream().map(PayoutRail::name).toList();
  }
}
