package org.mizani.operator.payment;

import org.mizani.http.Fields;

/** Reason for which an operator needs personal data of a payment, for the audit log. */
public record RevealForm(String reason) {

  /**
   * The reason of a request.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if it is missing
   */
  static String reasonOf(RevealForm form) {
    Fields.requireBody(form);
    return Fields.required("reason", form.reason());
  }
}
