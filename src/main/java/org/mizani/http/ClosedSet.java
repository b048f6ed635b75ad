package org.mizani.http;

import java.util.List;
import java.util.Optional;

/** Closed set of the values of a text field, in the order in which messages list them. */
public record ClosedSet(List<String> values) implements Fields.Parser<String> {

  /** A set of these values. */
  public static ClosedSet of(String... values) {
    return new ClosedSet(List.of(values));
  }

  /** The values as messages list them: {@code A, B, C}. */
  public String listed() {
    return String.join(", ", values);
  }

  @Override
  public Optional<String> parse(String text) {
    return values.contains(text) ? Optional.of(text) : Optional.empty();
  }

  /**
   * A required value of this set.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if it is missing or another
   */
  public String required(String field, String value) {
    return Fields.oneOf(field, value, listed(), this);
  }
}
