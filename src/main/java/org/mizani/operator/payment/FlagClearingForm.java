package org.mizani.operator.payment;

import java.time.Instant;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;

/**
 * Clearing of the flag of a payment, as an operator sends it.
 *
 * @param flaggedAt of the payment as the operator has seen it
 * @param reason the result of the inquiry
 */
public record FlagClearingForm(String flaggedAt, String reason) {

  /** The same, read. */
  record Parsed(Instant flaggedAt, String reason) {}

  /**
   * The clearing of a request.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if a field is missing, no time, or too long
   */
  static Parsed parsed(FlagClearingForm request) {
    Fields.requireBody(request);
    String flaggedAt = Fields.required("flaggedAt", request.flaggedAt());
    Instant seen = IsoTimestamp.find("flaggedAt", flaggedAt).orElseThrow().instant();
    return new Parsed(seen, Fields.required("reason", request.reason()));
  }
}
