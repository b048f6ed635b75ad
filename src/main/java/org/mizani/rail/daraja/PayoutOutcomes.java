package org.mizani.rail.daraja;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;

/** Outcomes of payouts by the answers and results of Daraja. */
public final class PayoutOutcomes {

  private static final String DUPLICATE = "15";
  private static final String ACCOUNT = "BillReferenceNumber";
  private static final Pattern NUMBER = Pattern.compile("([0-9]{5,15})(?![0-9A-Za-z])");
  private static final Pattern WORD = Pattern.compile("[a-z ]{1,30}");

  private PayoutOutcomes() {}

  /**
   * The outcome of a payout by the answer to its submission.
   *
   * @param first whether nothing of this payout was submitted before; if not, a refusal of this
   *     request tells nothing about the ones before it
   */
  public static PayoutOutcome ofAnswer(GatewayAnswer answer, boolean first) {
    if (answer instanceof GatewayAnswer.Acknowledged acknowledged) {
      return new PayoutOutcome.Accepted(acknowledged.networkId());
    }
    if (answer instanceof GatewayAnswer.Duplicate) {
      return new PayoutOutcome.Accepted(Optional.empty());
    }
    if (answer instanceof GatewayAnswer.Refused refused && first) {
      return new PayoutOutcome.Failed(FailureCode.REFUSED, refused.message());
    }
    return new PayoutOutcome.Unknown(answer.why());
  }

  /** The outcome of a payout by its own result. */
  public static PayoutOutcome ofResult(DarajaResult result) {
    if (result.isSuccess() && result.hasUnreadableAmount()) {
      return unreadable();
    }
    if (result.isSuccess()) {
      return new PayoutOutcome.Paid(result.receipt(), result.conversationId(), result.amount());
    }
    if (result.code().equals(DUPLICATE)) {
      return new PayoutOutcome.Accepted(Optional.empty());
    }
    return ResultCodes.ofPayment(result.code())
        .<PayoutOutcome>map(
            code -> new PayoutOutcome.Failed(code, result.description(), result.receipt()))
        .orElseGet(() -> new PayoutOutcome.Unknown("result code " + result.code()));
  }

  /**
   * The outcome of a payout by the result of a query about it. A query that failed tells nothing
   * about the payout, and neither does 2032, a receipt that was not found.
   */
  public static PayoutOutcome ofStatus(DarajaResult result) {
    if (!result.isSuccess()) {
      return new PayoutOutcome.Unknown("result code " + result.code() + " of a query");
    }
    String status = result.parameter("TransactionStatus").orElse("").toLowerCase(Locale.ROOT);
    return switch (status) {
      case "completed" ->
          result.hasUnreadableAmount()
              ? unreadable()
              : new PayoutOutcome.Paid(
                  receiptOf(result), result.parameter("ConversationID"), result.amount());
      case "cancelled", "expired" -> failed(FailureCode.CANCELLED, status, result);
      case "declined" -> failed(FailureCode.REFUSED, status, result);
      default -> new PayoutOutcome.Unknown("transaction status " + word(status));
    };
  }

  /**
   * The payment that a question under a receipt is answered with; empty if the network has none, or
   * does not tell between whom and when it was made. The two parties come under one key at times,
   * the payer first.
   */
  static Optional<CallbackWord.Found> found(DarajaResult answer) {
    List<String> debited = answer.parameters("DebitPartyName");
    Optional<String> payer = debited.stream().findFirst().flatMap(PayoutOutcomes::number);
    Optional<String> receiver =
        answer
            .parameter("CreditPartyName")
            .or(() -> debited.stream().skip(1).findFirst())
            .flatMap(PayoutOutcomes::number);
    Optional<String> ids = NetworkIds.ofPayment(answer);
    Optional<Instant> begun = answer.parameter("InitiatedTime").flatMap(EatTime::parse);
    if (!answer.isSuccess()
        || receiptOf(answer).isEmpty()
        || Stream.of(payer, receiver, ids, begun, answer.amount()).anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    return Optional.of(
        new CallbackWord.Found(
            receiptOf(answer).get(),
            ids.get(),
            ofStatus(answer),
            answer.amount().get(),
            payer.get(),
            receiver.get(),
            answer.parameter(ACCOUNT).or(() -> answer.reference(ACCOUNT)),
            begun.get()));
  }

  /** The number in a party's name, as {@code 600000 - Duka}. */
  private static Optional<String> number(String party) {
    Matcher number = NUMBER.matcher(party.strip());
    return number.lookingAt() ? Optional.of(number.group(1)) : Optional.empty();
  }

  private static PayoutOutcome unreadable() {
    return new PayoutOutcome.Unknown("paid, with an unreadable amount");
  }

  private static PayoutOutcome failed(FailureCode code, String status, DarajaResult result) {
    return new PayoutOutcome.Failed(code, "transaction " + status, receiptOf(result));
  }

  /** The payment's receipt: the result's transaction is the query itself. */
  private static Optional<String> receiptOf(DarajaResult result) {
    return result.parameter("ReceiptNo");
  }

  /** A status as a log may show it, because a forger can post any text. */
  private static String word(String status) {
    return WORD.matcher(status).matches() ? status : "that is not readable";
  }
}
