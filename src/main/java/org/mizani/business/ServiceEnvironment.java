package org.mizani.business;

import java.util.Locale;

/** Environment of a deployment; keys of one are refused in the other. */
public enum ServiceEnvironment {
  TEST("test"),
  PRODUCTION("live");

  private final String keyMark;

  ServiceEnvironment(String keyMark) {
    this.keyMark = keyMark;
  }

  /** The mark in its keys: {@code pk_test_…}, {@code pk_live_…} (specification, section 5.1). */
  String keyMark() {
    return keyMark;
  }

  /** The name in the database and in settings: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
