package org.mizani.operator.access;

import jakarta.inject.Singleton;
import org.mizani.support.SpreadOutProfile;

/** Port of the operator interface, for tests of other packages. */
@Singleton
public class OwnPort {

  private final OperatorPort port;

  OwnPort(OperatorPort port) {
    this.port = port;
  }

  /** Returns the port's number. There is one under {@link SpreadOutProfile} and in production. */
  public int number() {
    return port.number().orElseThrow();
  }
}
