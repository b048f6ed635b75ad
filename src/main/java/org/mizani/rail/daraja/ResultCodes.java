package org.mizani.rail.daraja;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;
import org.mizani.rail.FailureCode;

/**
 * Result codes that are definite failures. A code that is not listed tells no outcome; {@code 0} is
 * a success.
 */
public final class ResultCodes {

  private static final Map<String, FailureCode> OF_PAYMENTS =
      Map.ofEntries(
          entry("1", FailureCode.RAIL_OUT_OF_FUNDS),
          entry("2", FailureCode.AMOUNT_OUT_OF_LIMITS),
          entry("3", FailureCode.AMOUNT_OUT_OF_LIMITS),
          entry("4", FailureCode.RECIPIENT_LIMIT),
          entry("8", FailureCode.RECIPIENT_LIMIT),
          entry("11", FailureCode.RAIL_MISCONFIGURED),
          entry("18", FailureCode.RAIL_MISCONFIGURED),
          entry("19", FailureCode.RAIL_MISCONFIGURED),
          entry("20", FailureCode.RAIL_MISCONFIGURED),
          entry("21", FailureCode.RAIL_MISCONFIGURED),
          entry("2001", FailureCode.RAIL_MISCONFIGURED),
          entry("2006", FailureCode.RAIL_MISCONFIGURED),
          entry("2028", FailureCode.RAIL_MISCONFIGURED),
          entry("8006", FailureCode.RAIL_MISCONFIGURED),
          entry("2040", FailureCode.RECIPIENT_NOT_FOUND),
          entry("SFC_IC0003", FailureCode.RECIPIENT_NOT_FOUND));

  private static final Map<String, FailureCode> OF_PROMPTS =
      Map.of(
          "1", FailureCode.CUSTOMER_SHORT_OF_FUNDS,
          // The same amount from the same customer within two minutes.
          "17", FailureCode.RECIPIENT_LIMIT,
          // Another payment of the customer is under way, and M-PESA has one at a time.
          "1001", FailureCode.RECIPIENT_LIMIT,
          // The prompt was not sent.
          "1025", FailureCode.UNSPECIFIED,
          "9999", FailureCode.UNSPECIFIED,
          "1032", FailureCode.CUSTOMER_DECLINED,
          "2001", FailureCode.WRONG_PIN);

  private ResultCodes() {}

  /** Why a payment failed, or empty if the code is no definite failure. */
  public static Optional<FailureCode> ofPayment(String code) {
    return Optional.ofNullable(OF_PAYMENTS.get(code));
  }

  /** Why a prompt failed, or empty if the code is no definite failure. */
  public static Optional<FailureCode> ofPrompt(String code) {
    return Optional.ofNullable(OF_PROMPTS.get(code));
  }
}
