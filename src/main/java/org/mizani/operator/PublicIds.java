package org.mizani.operator;

import java.util.UUID;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;

/** Reads the ids that paths name things by. What cannot be one is not found either. */
final class PublicIds {

  private static final Pattern SHAPE =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private PublicIds() {}

  /**
   * The id of a business.
   *
   * @throws org.mizani.fault.ApiException 404 {@code business not found} for what is no id
   */
  static UUID business(String text) {
    if (!SHAPE.matcher(text).matches()) {
      throw ApiFault.BUSINESS_NOT_FOUND.asException();
    }
    return UUID.fromString(text);
  }
}
