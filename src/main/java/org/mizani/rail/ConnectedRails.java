package org.mizani.rail;

import static java.util.stream.Collectors.joining;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Rails that are connected by configuration (ADR 19), the most preferred first. */
@Singleton
public final class ConnectedRails {

  private static final Logger LOG = Logger.getLogger(ConnectedRails.class);

  /** A name is part of addresses, labels and the names of clearing accounts. */
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{1,30}");

  private final RailSettings settings;
  private final List<ConnectedRail> rails;

  /**
   * @throws ConfigurationException for a name or a type that cannot be, or settings that are
   *     missing or wrong
   */
  ConnectedRails(RailSettings settings, @All List<RailType> types) {
    this.settings = settings;
    this.rails =
        settings.rails().entrySet().stream()
            .filter(rail -> rail.getValue().type().isPresent())
            .map(rail -> connect(rail, types))
            .sorted(
                Comparator.comparingInt(ConnectedRail::priority).thenComparing(ConnectedRail::name))
            .toList();
  }

  private static ConnectedRail connect(
      Map.Entry<String, RailSettings.Rail> rail, List<RailType> types) {
    String name = rail.getKey();
    String wanted = rail.getValue().type().orElseThrow();
    if (!NAME.matcher(name).matches()) {
      throw new ConfigurationException(
          "payments.rail." + name + ": a rail's name is 2 to 31 of a-z 0-9 -, a letter first.");
    }
    return types.stream()
        .filter(type -> type.type().equals(wanted))
        .findFirst()
        .orElseThrow(() -> new ConfigurationException(unknownType(name, wanted, types)))
        .connect(name, rail.getValue());
  }

  private static String unknownType(String name, String wanted, List<RailType> types) {
    return "payments.rail.%s.type=%s is not one of %s."
        .formatted(
            name, wanted, types.stream().map(RailType::type).sorted().collect(joining(", ")));
  }

  /** The rail of this name, or empty if none is connected by it. */
  public Optional<ConnectedRail> named(String name) {
    return rails.stream().filter(rail -> rail.name().equals(name)).findFirst();
  }

  /** All rails, the most preferred first. */
  public List<ConnectedRail> all() {
    return rails;
  }

  /** Settings of a connected rail. */
  public RailSettings.Rail settingsOf(ConnectedRail rail) {
    return settings.rails().get(rail.name());
  }

  /** These connectors, the most preferred first. */
  Stream<PayoutRail> payouts() {
    return rails.stream().flatMap(rail -> rail.payouts().stream());
  }

  /** These connectors, the most preferred first. */
  Stream<CollectionRail> collections() {
    return rails.stream().flatMap(rail -> rail.collections().stream());
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    registry.gauge("payments.rails.connected", this, connected -> connected.payouts().count());
    rails.forEach(
        rail -> LOG.infof("Rail %s is connected, priority %d", rail.name(), rail.priority()));
  }
}
