package org.mizani.rail.pawapay;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Kind of payment at the {@link PawapayStandIn}. The last three digits of a phone number decide how
 * a payment ends. They are those of pawaPay's sandbox as far as it has them. Payments to all other
 * numbers are completed.
 */
public enum PaymentKind {
  PAYOUT(
      "payouts",
      "payoutId",
      "recipient",
      Map.of(
          "089", "RECIPIENT_NOT_FOUND",
          "099", "WALLET_LIMIT_REACHED",
          "109", "RECIPIENT_LIMIT_REACHED",
          "119", "UNSPECIFIED_FAILURE",
          "139", "UNKNOWN_ERROR")),
  DEPOSIT(
      "deposits",
      "depositId",
      "payer",
      Map.of(
          "019", "PAYER_LIMIT_REACHED",
          "029", "PAYER_NOT_FOUND",
          "039", "PAYMENT_NOT_APPROVED",
          "049", "INSUFFICIENT_BALANCE",
          "059", "TRANSACTION_ALREADY_IN_PROCESS",
          "069", "UNSPECIFIED_FAILURE",
          "139", "UNKNOWN_ERROR")),
  REFUND("refunds", "refundId", "recipient", Map.of("159", "UNSPECIFIED_FAILURE"));

  /** Ending of numbers with payments that stay in process for ever. */
  public static final String NEVER_SETTLES = "129";

  /** Ending of numbers with payments that are rejected with {@code AMOUNT_OUT_OF_BOUNDS}. */
  public static final String REJECTED = "149";

  /** Ending of numbers with payments that are completed with one unit less. */
  public static final String ONE_UNIT_LESS = "169";

  final String path;
  final String idField;
  final String accountField;
  private final Map<String, String> failures;

  PaymentKind(String path, String idField, String accountField, Map<String, String> failures) {
    this.path = path;
    this.idField = idField;
    this.accountField = accountField;
    this.failures = failures;
  }

  static Optional<PaymentKind> ofPath(String path) {
    return Arrays.stream(values()).filter(kind -> kind.path.equals(path)).findFirst();
  }

  /** Returns the failure code of payments with this phone, if they fail. */
  Optional<String> failureOf(String phone) {
    return Optional.ofNullable(failures.get(ending(phone)));
  }

  static String ending(String phone) {
    return phone.substring(Math.max(0, phone.length() - 3));
  }
}
