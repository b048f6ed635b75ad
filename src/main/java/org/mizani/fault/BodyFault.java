package org.mizani.fault;

import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Refusal of a body that cannot be read: all have one message, and differ in their code. */
public final class BodyFault {

  // A name of the client's own, in an object that may have any names, is no value of a header.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,100}");

  private BodyFault() {}

  /**
   * The fault of a failure to read a body: {@code field_type} with the field's path where a value
   * has another type than its field.
   */
  public static ApiFault of(Throwable failure) {
    if (!(failure instanceof MismatchedInputException mismatch)) {
      return ApiFault.JSON_SYNTAX;
    }
    String path =
        mismatch.getPath().stream()
            .map(Reference::getFieldName)
            .filter(name -> name != null)
            .collect(Collectors.joining("."));
    if (path.isEmpty()) {
      return ApiFault.BODY_NOT_OBJECT;
    }
    return NAME.matcher(path).matches() ? ApiFault.wrongType(path) : ApiFault.WRONG_TYPE;
  }
}
