package org.mizani.service;

import jakarta.persistence.Converter;
import java.util.Locale;
import org.mizani.database.LowerCaseConverter;

/** Environment of a deployment; keys of one are refused in the other. */
public enum ServiceEnvironment {
  TEST("test"),
  PRODUCTION("live");

  private final String keyMark;

  ServiceEnvironment(String keyMark) {
    this.keyMark = keyMark;
  }

  /** The mark in its keys: {@code pk_test_…}, {@code pk_live_…} (specification, section 5.1). */
  public String keyMark() {
    return keyMark;
  }

  /** The name in the database and in settings: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<ServiceEnvironment> {

    InDatabase() {
      super(ServiceEnvironment.class);
    }
  }
}
