package org.mizani.operator.payment;

import org.mizani.http.Fields;

/** Why an operator clears the flag of a payment. */
public record FlagClearingForm(String reason) {

  /**
   * The reason of a request.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if it is missing, or too long
   */
  static String reasonOf(FlagClearingForm request) {
    Fields.requireBody(request);
    return Fields.required("reason", request.reason());
  }
}
