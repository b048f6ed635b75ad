package org.mizani.rail.pawapay;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PauseReason;

/** Meaning of pawaPay's failure codes, once its status says that a payment was not made. */
final class FailureCodes {

  /** A code without a meaning: by pawaPay's own rules it never tells that a payment failed. */
  private static final String NO_WORD = "UNKNOWN_ERROR";

  private static final String OPERATOR_AWAY = "PROVIDER_TEMPORARILY_UNAVAILABLE";

  private static final Map<String, FailureCode> MEANINGS =
      Map.ofEntries(
          entry("RECIPIENT_NOT_FOUND", FailureCode.RECIPIENT_NOT_FOUND),
          entry("PAYER_NOT_FOUND", FailureCode.RECIPIENT_NOT_FOUND),
          entry("INVALID_PHONE_NUMBER", FailureCode.RECIPIENT_NOT_FOUND),
          entry("RECIPIENT_LIMIT_REACHED", FailureCode.RECIPIENT_LIMIT),
          entry("PAYER_LIMIT_REACHED", FailureCode.RECIPIENT_LIMIT),
          entry("WALLET_LIMIT_REACHED", FailureCode.RECIPIENT_LIMIT),
          // A network asks a customer for one payment at a time.
          entry("PAYMENT_IN_PROGRESS", FailureCode.RECIPIENT_LIMIT),
          entry("TRANSACTION_ALREADY_IN_PROCESS", FailureCode.RECIPIENT_LIMIT),
          entry("AMOUNT_OUT_OF_BOUNDS", FailureCode.AMOUNT_OUT_OF_LIMITS),
          entry("INVALID_AMOUNT", FailureCode.AMOUNT_OUT_OF_LIMITS),
          entry("PAYMENT_NOT_APPROVED", FailureCode.CUSTOMER_DECLINED),
          entry("INSUFFICIENT_BALANCE", FailureCode.CUSTOMER_SHORT_OF_FUNDS),
          entry("MANUALLY_CANCELLED", FailureCode.CANCELLED),
          entry("PAWAPAY_WALLET_OUT_OF_FUNDS", FailureCode.RAIL_OUT_OF_FUNDS),
          entry("NO_AUTHENTICATION", FailureCode.RAIL_MISCONFIGURED),
          entry("AUTHENTICATION_ERROR", FailureCode.RAIL_MISCONFIGURED),
          entry("AUTHORISATION_ERROR", FailureCode.RAIL_MISCONFIGURED),
          entry("HTTP_SIGNATURE_ERROR", FailureCode.RAIL_MISCONFIGURED),
          // Our contract lacks this one operator: payments to the others need not wait for it.
          entry("PAYOUTS_NOT_ALLOWED", FailureCode.REFUSED),
          entry("DEPOSITS_NOT_ALLOWED", FailureCode.REFUSED),
          entry("INVALID_CURRENCY", FailureCode.REFUSED),
          entry("INVALID_PROVIDER", FailureCode.REFUSED),
          // Of a payment that pawaPay had taken; one that it did not take waits instead.
          entry(OPERATOR_AWAY, FailureCode.UNSPECIFIED),
          entry("UNSPECIFIED_FAILURE", FailureCode.UNSPECIFIED));

  /** Refusals of a question for the network of a number that are about the number. */
  private static final Set<String> OF_NUMBER = Set.of("INVALID_PHONE_NUMBER", "INVALID_PARAMETER");

  private FailureCodes() {}

  /** Whether a question for the network of a number is refused for the number's sake. */
  static boolean isOfNumber(String code) {
    return OF_NUMBER.contains(code);
  }

  /**
   * Whether a code says that the operator takes no payments for a while.
   *
   * @param code or null if pawaPay gives none
   */
  static boolean isOperatorAway(String code) {
    return OPERATOR_AWAY.equals(code);
  }

  /**
   * Why payouts have to pause, if a refused submission says so; it was not taken.
   *
   * @param code or null if pawaPay gives none
   */
  static Optional<PauseReason> pause(String code) {
    return Optional.ofNullable(code).map(MEANINGS::get).flatMap(PauseReason::ofRefusal);
  }

  /**
   * The meaning of a code, {@link FailureCode#REFUSED} if it is new; empty if it says that pawaPay
   * does not know.
   *
   * @param code or null if pawaPay gives none
   */
  static Optional<FailureCode> of(String code) {
    if (code == null) {
      return Optional.of(FailureCode.UNSPECIFIED);
    }
    return code.equals(NO_WORD)
        ? Optional.empty()
        : Optional.of(MEANINGS.getOrDefault(code, FailureCode.REFUSED));
  }
}
