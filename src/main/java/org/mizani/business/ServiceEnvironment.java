package org.mizani.business;

import java.util.Locale;

/** Environment of a deployment; keys of one are refused in the other. */
public enum ServiceEnvironment {
  TEST(60, "test"),
  PRODUCTION(100, "live");

  private final int requestsPerMinute;
  private final String keyMark;

  ServiceEnvironment(int requestsPerMinute, String keyMark) {
    this.requestsPerMinute = requestsPerMinute;
    this.keyMark = keyMark;
  }

  /** The mark in its keys: {@code pk_test_…}, {@code pk_live_…} (decisions, "Access"). */
  String keyMark() {
    return keyMark;
  }

  /** The rate limit of an API key (specification, section 8). */
  public int requestsPerMinute() {
    return requestsPerMinute;
  }

  /** The name in the database and in settings: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
