package org.mizani.rail;

import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;

/** Finds the rail that pays recipients of a corridor. */
@Singleton
public final class PayoutRouter {

  private static final Logger LOG = Logger.getLogger(PayoutRouter.class);

  private final List<PayoutRail> rails;

  PayoutRouter(ConnectedRails connected, @All List<PayoutRail> others) {
    this.rails = Stream.concat(connected.payouts(), others.stream()).toList();
  }

  /** The rail for payouts of this channel and country, or empty if none is connected. */
  public Optional<PayoutRail> railFor(Country country, Channel channel) {
    return rails.stream().filter(rail -> rail.serves(country, channel)).findFirst();
  }

  /** The names of all connected rails. */
  public List<String> names() {
    return rails.stream().filter(PayoutRail::takesPayouts).map(PayoutRail::name).toList();
  }

  /** The names of the rails that pay in some corridor, the most preferred first. */
  public List<String> serving() {
    return rails.stream().filter(PayoutRouter::servesACorridor).map(PayoutRail::name).toList();
  }

  private static boolean servesACorridor(PayoutRail rail) {
    return EnumSet.allOf(Country.class).stream()
        .anyMatch(
            country ->
                EnumSet.allOf(Channel.class).stream()
                    .anyMatch(channel -> rail.serves(country, channel)));
  }

  /** The rail of this name, or empty if it is not connected. */
  public Optional<PayoutRail> railNamed(String name) {
    return rails.stream().filter(rail -> rail.name().equals(name)).findFirst();
  }

  /** A service without rails starts all the same: operators may work in it, and rails be added. */
  void warn(@Observes StartupEvent event) {
    if (serving().isEmpty()) {
      LOG.warn("No connected rail pays, so nobody can be paid: see payments.rail.<name>.type");
    }
  }
}
