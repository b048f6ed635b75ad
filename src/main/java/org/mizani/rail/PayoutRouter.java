package org.mizani.rail;

import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;

/** Finds the rail that serves a corridor. */
@Singleton
public final class PayoutRouter {

  private final List<PayoutRail> rails;

  PayoutRouter(@All List<PayoutRail> rails) {
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

  /** The names of all rails connected. */
  public List<String> names() {
    return rails.stream().map(PayoutRail::name).toList();
  }
}
