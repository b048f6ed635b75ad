package org.mizani.rail.pawapay;

import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.mizani.rail.FailureCode;

/**
 * Outcomes of payments by pawaPay's answers. A payment has failed only if it was rejected with a
 * reason or is {@code FAILED}; words that are not documented decide nothing.
 *
 * @param <O> outcome of a payment
 */
abstract class Answers<O> {

  private static final Pattern WORD = Pattern.compile("[A-Z_]{1,40}");

  /** The id that a state names, or null if it is one of another kind of payment. */
  abstract String id(Transaction transaction);

  abstract O accepted();

  /** The outcome of a completed payment with a readable amount, or none. */
  abstract O completed(Transaction transaction);

  abstract O failed(FailureCode code, String reason);

  abstract O notFound();

  abstract O unknown(String why);

  /** The outcome of a submission. A duplicate is one that pawaPay has, whatever became of it. */
  public final O ofSubmission(UUID id, Submission answer) {
    if (answer.id() != null && !isSame(id, answer.id())) {
      return unknown("an answer about another payment");
    }
    return switch (Objects.requireNonNullElse(answer.status(), "")) {
      case "ACCEPTED", "DUPLICATE_IGNORED" -> accepted();
      case "REJECTED" -> rejection(answer.failureReason());
      default -> unknown("submission answered " + shown(statusOrCode(answer)));
    };
  }

  private O rejection(FailureReason reason) {
    return reason == null ? unknown("rejected without a reason") : failure(reason);
  }

  /** The outcome that a status answer tells. */
  public final O ofStatus(UUID id, StatusAnswer answer) {
    return switch (Objects.requireNonNullElse(answer.status(), "")) {
      case "NOT_FOUND" -> notFound();
      case "FOUND" ->
          answer.data() == null ? unknown("found without data") : ofTransaction(id, answer.data());
      default -> unknown("question answered " + shown(answer.status()));
    };
  }

  /** The outcome that a payment's state tells, which came as an answer or as a callback. */
  public final O ofTransaction(UUID id, Transaction transaction) {
    if (!isSame(id, id(transaction))) {
      return unknown("the state of another payment");
    }
    return switch (Objects.requireNonNullElse(transaction.status(), "")) {
      case "COMPLETED" ->
          transaction.amount() != null && transaction.money().isEmpty()
              ? unknown("completed with an unreadable amount")
              : completed(transaction);
      case "FAILED" -> failure(transaction.failureReason());
      case "ACCEPTED", "SUBMITTED", "ENQUEUED", "PROCESSING", "IN_RECONCILIATION" -> accepted();
      default -> unknown("payment is " + shown(transaction.status()));
    };
  }

  private O failure(FailureReason reason) {
    String code = reason == null ? null : reason.failureCode();
    String message = reason == null ? null : reason.failureMessage();
    String words = Objects.requireNonNullElse(message, Objects.requireNonNullElse(code, ""));
    return FailureCodes.of(code)
        .map(meaning -> failed(meaning, words))
        .orElseGet(() -> unknown("failed for a reason that pawaPay does not know"));
  }

  private static boolean isSame(UUID id, String named) {
    return id.toString().equalsIgnoreCase(named);
  }

  /** A request that is refused as such has a reason without a status. */
  private static String statusOrCode(Submission answer) {
    return answer.status() == null && answer.failureReason() != null
        ? answer.failureReason().failureCode()
        : answer.status();
  }

  /** A status as a log may show it: an unexpected one may be any text. */
  private static String shown(String status) {
    return status != null && WORD.matcher(status).matches() ? status : "(not a status)";
  }
}
