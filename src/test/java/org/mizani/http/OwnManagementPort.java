package org.mizani.http;

import jakarta.inject.Singleton;

/** Port of the management side, for tests of other packages. */
@Singleton
public class OwnManagementPort {

  private final ManagementPort port;

  OwnManagementPort(ManagementPort port) {
    this.port = port;
  }

  /**
   * Returns the port's number. There is one under {@link org.mizani.support.SpreadOutProfile} and
   * in production.
   */
  public int number() {
    return port.number().orElseThrow();
  }
}
