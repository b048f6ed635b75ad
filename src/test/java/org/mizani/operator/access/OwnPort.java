package org.mizani.operator.access;

import jakarta.inject.Singleton;
import org.mizani.support.SpreadOutProfile;

/** Tells the tests of other packages where the operator interface has its own port. */
@Singleton
public class OwnPort {

  private final OperatorPort port;

  OwnPort(OperatorPort port) {
    this.port = port;
  }

  /** The port, under {@link SpreadOutProfile}. */
  public int number() {
    return port.number().orElseThrow();
  }
}
