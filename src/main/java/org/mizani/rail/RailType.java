package org.mizani.rail;

import io.quarkus.runtime.configuration.ConfigurationException;

/** Type of network that rails can be configured for. A bean for each. */
public interface RailType {

  /** The name in {@code payments.rail.<name>.type}, such as {@code daraja}. */
  String type();

  /**
   * Connects a rail of this type.
   *
   * @param name of the rail, which payments and clearing accounts carry
   * @throws ConfigurationException for settings that are missing or wrong; its message names them
   */
  ConnectedRail connect(String name, RailSettings.Rail settings);
}
