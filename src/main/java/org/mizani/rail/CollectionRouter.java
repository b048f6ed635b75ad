package org.mizani.rail;

import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.mizani.corridor.Country;

/** Finds the rail that collects from a customer. */
@Singleton
public final class CollectionRouter {

  private final List<CollectionRail> rails;

  CollectionRouter(ConnectedRails connected, @All List<CollectionRail> others) {
    this.rails = Stream.concat(connected.collections(), others.stream()).toList();
  }

  /** The rail for customers of this operator, or empty if none is connected. */
  public Optional<CollectionRail> railFor(Country country, Optional<String> operator) {
    return rails.stream().filter(rail -> rail.collects(country, operator)).findFirst();
  }

  /** The names of all connected rails. */
  public List<String> names() {
    return rails.stream()
        .filter(CollectionRail::takesCollections)
        .map(CollectionRail::name)
        .toList();
  }

  /** The rail of this name, or empty if it is not connected. */
  public Optional<CollectionRail> railNamed(String name) {
    return rails.stream().filter(rail -> rail.name().equals(name)).findFirst();
  }
}
