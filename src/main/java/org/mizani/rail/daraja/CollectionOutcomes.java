package org.mizani.rail.daraja;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.FailureCode;
import org.mizani.rail.TimedAnswer;
import org.mizani.rail.daraja.DarajaAnswer.GatewayError;
import org.mizani.rail.daraja.DarajaAnswer.StkStatus;

/** Outcomes of collections by the answers and callbacks of Daraja. */
public final class CollectionOutcomes {

  private static final String SUCCESS = "0";
  private static final String PENDING = "4999";

  /** The customer did not answer, or the phone was not reached. */
  private static final Set<String> LAPSED = Set.of("1019", "1037");

  private static final String QUERY_ERROR = "500.001.1001";

  private CollectionOutcomes() {}

  /** The outcome of a collection by the answer to its prompt, which is sent once. */
  public static CollectionOutcome ofAnswer(GatewayAnswer answer) {
    if (answer instanceof GatewayAnswer.Acknowledged acknowledged) {
      return new CollectionOutcome.Accepted(acknowledged.networkId());
    }
    if (answer instanceof GatewayAnswer.Refused refused) {
      return new CollectionOutcome.Declined(FailureCode.REFUSED, refused.message());
    }
    return new CollectionOutcome.Unknown(answer.why());
  }

  /** The outcome of a collection by its callback. */
  public static CollectionOutcome ofCallback(StkCallback callback) {
    if (callback.code().equals(SUCCESS) && callback.hasUnreadableAmount()) {
      return new CollectionOutcome.Unknown("paid, with an unreadable amount");
    }
    if (callback.code().equals(SUCCESS)) {
      String reference = callback.receipt().orElse(callback.checkoutRequestId());
      return new CollectionOutcome.Collected(reference, Optional.empty(), callback.amount());
    }
    return unpaid(callback.code(), callback.description());
  }

  /**
   * The outcome of a collection by the answer to a query about its prompt. A payment has no receipt
   * there, so the prompt's id is its reference.
   *
   * @param status of HTTP: that of a prompt without an answer is 500
   * @throws RuntimeException if this is no answer of the network
   */
  public static CollectionOutcome ofQuery(int status, String body, String checkoutRequestId) {
    return DarajaJson.read(body, StkStatus.class)
        .filter(answer -> answer.resultCode() != null && !answer.resultCode().isBlank())
        .map(answer -> ofQuery(answer, checkoutRequestId))
        .orElseGet(() -> ofError(status, body));
  }

  private static CollectionOutcome ofQuery(StkStatus answer, String checkoutRequestId) {
    String named = answer.checkoutRequestId();
    if (named != null && !named.equals(checkoutRequestId)) {
      return new CollectionOutcome.Unknown("an answer about another prompt");
    }
    String code = answer.resultCode().strip();
    if (code.equals(SUCCESS)) {
      return new CollectionOutcome.Collected(checkoutRequestId, Optional.empty());
    }
    return unpaid(code, answer.resultDesc() == null ? "" : answer.resultDesc());
  }

  /**
   * Whether the network refuses the password of a query, or its short code. It has one code for
   * that, for an unknown prompt and for a fault of its own; the words decide.
   */
  static boolean refusesPassword(String body) {
    String message = queryError(body);
    return message.contains("wrong credentials") || message.contains("merchant");
  }

  private static String queryError(String body) {
    return DarajaJson.read(body, GatewayError.class)
        .filter(error -> QUERY_ERROR.equals(error.errorCode()))
        .map(GatewayError::errorMessage)
        .orElse("")
        .toLowerCase(Locale.ROOT);
  }

  private static CollectionOutcome ofError(int status, String body) {
    String message = queryError(body);
    if (message.contains("being processed")) {
      return new CollectionOutcome.Accepted(Optional.empty());
    }
    // "Merchant does not exist" says that our short code is not one, or not active.
    if (message.contains("does not exist") && !message.contains("merchant")) {
      return new CollectionOutcome.NotFound();
    }
    GatewayAnswer answer = GatewayAnswers.read(status, body);
    if (answer instanceof GatewayAnswer.NoAnswer) {
      throw new TimedAnswer.NoAnswer(answer.why());
    }
    return new CollectionOutcome.Unknown(answer.why());
  }

  private static CollectionOutcome unpaid(String code, String description) {
    if (code.equals(PENDING)) {
      return new CollectionOutcome.Accepted(Optional.empty());
    }
    if (LAPSED.contains(code)) {
      return new CollectionOutcome.Lapsed();
    }
    return ResultCodes.ofPrompt(code)
        .<CollectionOutcome>map(failure -> new CollectionOutcome.Declined(failure, description))
        .orElseGet(() -> new CollectionOutcome.Unknown("result code " + code));
  }
}
