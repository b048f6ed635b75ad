package org.mizani.business;

import java.util.Locale;

/** The environment that a deployment is; keys of one do not work in the other. */
public enum ServiceEnvironment {
  TEST(60),
  PRODUCTION(100);

  private final int requestsPerMinute;

  ServiceEnvironment(int requestsPerMinute) {
    this.requestsPerMinute = requestsPerMinute;
  }

  /** The allowance of an API key (specification, section 8). */
  int requestsPerMinute() {
    return requestsPerMinute;
  }

  /** The name in the database and in settings: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
