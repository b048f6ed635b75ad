package org.mizani.http;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;

/** Ids in paths and queries. A text that cannot be an id is answered like an id that is unknown. */
public final class PublicIds {

  // UUID.fromString takes shorter texts too, which would be other names of the same resource.
  private static final Pattern SHAPE =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private PublicIds() {}

  /**
   * The id that a text is.
   *
   * @param notFound the fault of an unknown id
   * @throws org.mizani.fault.ApiFault.ApiException that fault, for a text of another shape
   */
  public static UUID read(String text, ApiFault notFound) {
    return find(text).orElseThrow(notFound::asException);
  }

  /** The id that a text is; empty for a text of another shape. */
  public static Optional<UUID> find(String text) {
    return SHAPE.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }

  /** The id of a business; 404 {@code business not found} for a text of another shape. */
  public static UUID business(String text) {
    return read(text, OperatorFault.BUSINESS_NOT_FOUND);
  }
}
