package org.mizani.http;

import java.util.List;
import org.mizani.fault.ApiFault;

/** Closed set of the values of a text field, in the order in which messages list them. */
public record ClosedSet(List<String> values) {

  /** A set of these values. */
  public static ClosedSet of(String... values) {
    return new ClosedSet(List.of(values));
  }

  /**
   * A required value of this set.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if it is missing or another
   */
  public String required(String field, String value) {
    String text = Fields.required(field, value);
    if (!values.contains(text)) {
      throw ApiFault.notOneOf(field, String.join(", ", values)).asException();
    }
    return text;
  }
}
