package org.mizani.rail;

import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.mizani.corridor.Country;

/** Finds the rail that collects from a customer. */
@Singleton
public final class CollectionRouter {

  private final List<CollectionRail> rails;

  CollectionRouter(@All List<CollectionRail> rails) {
    this.rails = rails;
  }

  /** The rail for customers of this operator, or nothing where none is connected. */
  public Optional<CollectionRail> railFor(Country country, Optional<String> operator) {
    return rails.stream().filter(rail -> rail.collects(country, operator)).findFirst();
  }

  /** The rail of this name, or nothing where it is not connected (any more). */
  public Optional<CollectionRail> railNamed(String name) {
    return rails.stream().filter(rail -> rail.name().equals(name)).findFirst();
  }

  /** The names of all rails connected. */
  public List<String> names() {
    return rails.stream().map(CollectionRail::name).toList();
  }
}
