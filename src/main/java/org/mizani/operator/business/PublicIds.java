package org.mizani.operator.business;

import java.util.UUID;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;

/** Reads the ids that requests name things by. What cannot be one is not found either. */
public final class PublicIds {

  // UUID.fromString takes shorter ones too, which would be other names of the same thing.
  private static final Pattern SHAPE =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private PublicIds() {}

  /**
   * The id that a text is.
   *
   * @param missing what is answered where nothing has the id
   * @throws org.mizani.fault.ApiException that, for what is no id
   */
  public static UUID read(String text, ApiFault missing) {
    if (!SHAPE.matcher(text).matches()) {
      throw missing.asException();
    }
    return UUID.fromString(text);
  }

  /** The id of a business; 404 {@code business not found} for what is none. */
  public static UUID business(String text) {
    return read(text, ApiFault.BUSINESS_NOT_FOUND);
  }
}
