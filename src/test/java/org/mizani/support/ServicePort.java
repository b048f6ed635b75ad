package org.mizani.support;

import org.eclipse.microprofile.config.ConfigProvider;

/** The port of the tests' service: RestAssured does not know it before the first test. */
public final class ServicePort {

  private ServicePort() {}

  /** The usual port, partners'. */
  public static int number() {
    return ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
  }
}
