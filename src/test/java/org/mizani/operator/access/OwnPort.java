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

  /** Returns the port's number. The interface has its own port under {@link SpreadOutProfile}. */
  public int number() {
    return port.number().orElseThrow();
  }
}
