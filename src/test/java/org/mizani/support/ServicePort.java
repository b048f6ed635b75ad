package org.mizani.support;

import org.eclipse.microprofile.config.ConfigProvider;

/** Where the tests' service listens, for before the first test RestAssured does not know it yet. */
public final class ServicePort {

  private ServicePort() {}

  /** The usual port, partners'. */
  public static int number() {
    return ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
  }
}
