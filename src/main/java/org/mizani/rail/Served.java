package org.mizani.rail;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a rail serves by its settings, of what its type can serve. */
public final class Served {

  private Served() {}

  /**
   * Values of a setting of a rail; all that its type can serve where there are none.
   *
   * @throws ConfigurationException if a value is not among them
   */
  public static <T extends Comparable<T>> Set<T> of(
      String rail, String setting, Optional<Set<T>> wanted, Set<T> possible) {
    if (wanted.filter(values -> !possible.containsAll(values)).isPresent()) {
      throw new ConfigurationException(
          "payments.rail.%s.%s must be of %s, which its type can serve."
              .formatted(rail, setting, new TreeSet<>(possible)));
    }
    return wanted.orElse(possible);
  }
}
