package org.mizani.support;

import org.eclipse.microprofile.config.ConfigProvider;

/** The port of the tests' service, which is any free one. */
public final class ServicePort {

  private ServicePort() {}

  /** The usual port, partners'. */
  public static int number() {
    return ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
  }
}
