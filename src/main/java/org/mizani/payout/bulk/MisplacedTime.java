package org.mizani.payout.bulk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.Locale;

/**
 * Refusal of a field that resembles {@code executeAt}: unknown fields are ignored in all bodies,
 * but a batch that was meant for later is not to be paid at once.
 */
final class MisplacedTime extends DeserializationProblemHandler {

  @Override
  public boolean handleUnknownProperty(
      DeserializationContext context,
      JsonParser body,
      JsonDeserializer<?> deserializer,
      Object request,
      String name)
      throws MismatchedInputException {
    if (request instanceof BulkRequest) {
      refuse(body, request, name);
    }
    return false;
  }

  /**
   * Refuses a name that resembles {@code executeAt}.
   *
   * @param holder the object that has the field
   */
  static void refuse(JsonParser body, Object holder, String name) throws MismatchedInputException {
    String plain = name.toLowerCase(Locale.ROOT);
    if (plain.contains("exec") || plain.contains("sched")) {
      MismatchedInputException refusal =
          MismatchedInputException.from(body, String.class, "a name that resembles executeAt");
      refusal.prependPath(holder, name);
      throw refusal;
    }
  }
}
