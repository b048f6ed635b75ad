package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutOutcome.Failed;
import org.mizani.rail.PayoutOutcome.Paid;

class AnswersTest {

  private static final UUID ID = UUID.fromString("f4401bd2-1568-4140-bf2d-eb77d2b2b639");
  private static final UUID OTHER = UUID.fromString("8917c345-4791-4285-a416-62f24b6982db");
  private static final Money AMOUNT = new Money(CurrencyUnit.KES, 150_000);

  private final PayoutAnswers payouts = new PayoutAnswers();
  private final DepositAnswers deposits = new DepositAnswers(Provider.Codes.of("momo", List.of()));

  @ParameterizedTest
  @ValueSource(strings = {"ACCEPTED", "DUPLICATE_IGNORED"})
  void knownSubmissionIsAccepted(String status) {
    assertThat(payouts.ofSubmission(ID, submission(ID, status, null)))
        .isEqualTo(new PayoutOutcome.Accepted(Optional.empty()));
    assertThat(deposits.ofSubmission(ID, submission(ID, status, null)))
        .isEqualTo(new CollectionOutcome.Accepted(Optional.empty()));
  }

  @Test
  void aTakenPaymentMayFailAtAnUnavailableProvider() {
    FailureReason away = new FailureReason("PROVIDER_TEMPORARILY_UNAVAILABLE", "down");

    assertThat(submission(ID, "REJECTED", away).isOperatorAway()).isTrue();
    assertThat(submission(ID, "ACCEPTED", away).isOperatorAway()).isFalse();
    assertThat(payouts.ofStatus(ID, found(payout("FAILED", away))))
        .isEqualTo(new Failed(FailureCode.UNSPECIFIED, "down"));
  }

  /** Each code of pawaPay's tables, for a rejection and for a failure. */
  @ParameterizedTest
  @CsvSource({
    "RECIPIENT_NOT_FOUND, RECIPIENT_NOT_FOUND",
    "PAYER_NOT_FOUND, RECIPIENT_NOT_FOUND",
    "INVALID_PHONE_NUMBER, RECIPIENT_NOT_FOUND",
    "RECIPIENT_LIMIT_REACHED, RECIPIENT_LIMIT",
    "PAYER_LIMIT_REACHED, RECIPIENT_LIMIT",
    "WALLET_LIMIT_REACHED, RECIPIENT_LIMIT",
    "PAYMENT_IN_PROGRESS, RECIPIENT_LIMIT",
    "TRANSACTION_ALREADY_IN_PROCESS, RECIPIENT_LIMIT",
    "AMOUNT_OUT_OF_BOUNDS, AMOUNT_OUT_OF_LIMITS",
    "INVALID_AMOUNT, AMOUNT_OUT_OF_LIMITS",
    "PAYMENT_NOT_APPROVED, CUSTOMER_DECLINED",
    "INSUFFICIENT_BALANCE, CUSTOMER_SHORT_OF_FUNDS",
    "MANUALLY_CANCELLED, CANCELLED",
    "PAWAPAY_WALLET_OUT_OF_FUNDS, RAIL_OUT_OF_FUNDS",
    "NO_AUTHENTICATION, RAIL_MISCONFIGURED",
    "AUTHENTICATION_ERROR, RAIL_MISCONFIGURED",
    "AUTHORISATION_ERROR, RAIL_MISCONFIGURED",
    "HTTP_SIGNATURE_ERROR, RAIL_MISCONFIGURED",
    "PAYOUTS_NOT_ALLOWED, REFUSED",
    "DEPOSITS_NOT_ALLOWED, REFUSED",
    "INVALID_CURRENCY, REFUSED",
    "INVALID_PROVIDER, REFUSED",
    "UNSPECIFIED_FAILURE, UNSPECIFIED",
    "INVALID_INPUT, REFUSED",
    "MISSING_PARAMETER, REFUSED",
    "UNSUPPORTED_PARAMETER, REFUSED",
    "INVALID_PARAMETER, REFUSED",
    "DUPLICATE_METADATA_FIELD, REFUSED",
    "A_CODE_OF_NEXT_YEAR, REFUSED"
  })
  void codeHasItsMeaning(String code, FailureCode meaning) {
    FailureReason reason = new FailureReason(code, "as it is");

    assertThat(payouts.ofSubmission(ID, submission(ID, "REJECTED", reason)))
        .isEqualTo(new Failed(meaning, "as it is"));
    assertThat(payouts.ofStatus(ID, found(payout("FAILED", reason))))
        .isEqualTo(new Failed(meaning, "as it is"));
    assertThat(deposits.ofSubmission(ID, submission(ID, "REJECTED", reason)))
        .isEqualTo(new Declined(meaning, "as it is"));
    assertThat(deposits.ofStatus(ID, found(deposit("FAILED", reason))))
        .isEqualTo(new Declined(meaning, "as it is"));
  }

  @Test
  void unknownErrorIsNoFailure() {
    FailureReason reason = new FailureReason("UNKNOWN_ERROR", "try later");

    assertUnknown(payouts.ofSubmission(ID, submission(ID, "REJECTED", reason)));
    assertUnknown(payouts.ofStatus(ID, found(payout("FAILED", reason))));
    assertUnknown(deposits.ofSubmission(ID, submission(ID, "REJECTED", reason)));
    assertUnknown(deposits.ofStatus(ID, found(deposit("FAILED", reason))));
  }

  @Test
  void rejectionWithoutReasonIsUnknown() {
    assertUnknown(payouts.ofSubmission(ID, submission(ID, "REJECTED", null)));
    assertUnknown(deposits.ofSubmission(ID, submission(ID, "REJECTED", null)));
  }

  @Test
  void failureWithoutReasonIsAFailure() {
    assertThat(payouts.ofStatus(ID, found(payout("FAILED", null))))
        .isEqualTo(new Failed(FailureCode.UNSPECIFIED, ""));
    assertThat(deposits.ofStatus(ID, found(deposit("FAILED", new FailureReason(null, null)))))
        .isEqualTo(new Declined(FailureCode.UNSPECIFIED, ""));
  }

  @Test
  void codeIsTheReasonWithoutAMessage() {
    FailureReason reason = new FailureReason("RECIPIENT_NOT_FOUND", null);

    assertThat(payouts.ofStatus(ID, found(payout("FAILED", reason))))
        .isEqualTo(new Failed(FailureCode.RECIPIENT_NOT_FOUND, "RECIPIENT_NOT_FOUND"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "COMPLETED", "accepted", "FOUND", "<html>"})
  void anyOtherSubmissionIsUnknown(String status) {
    assertUnknown(payouts.ofSubmission(ID, submission(ID, status, null)));
    assertUnknown(deposits.ofSubmission(ID, submission(ID, status, null)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ACCEPTED", "SUBMITTED", "ENQUEUED", "PROCESSING", "IN_RECONCILIATION"})
  void unfinishedPaymentIsAccepted(String status) {
    assertThat(payouts.ofStatus(ID, found(payout(status, null))))
        .isEqualTo(new PayoutOutcome.Accepted(Optional.empty()));
    assertThat(deposits.ofStatus(ID, found(deposit(status, null))))
        .isEqualTo(new CollectionOutcome.Accepted(Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "REJECTED", "REVERSED", "completed"})
  void anyOtherStateIsUnknown(String status) {
    assertUnknown(payouts.ofStatus(ID, found(payout(status, null))));
    assertUnknown(deposits.ofStatus(ID, found(deposit(status, null))));
  }

  @Test
  void completedPayoutIsPaid() {
    assertThat(payouts.ofStatus(ID, found(payout("COMPLETED", null))))
        .isEqualTo(new Paid(Optional.of("QK71"), Optional.empty(), Optional.of(AMOUNT)));
  }

  @Test
  void completedDepositIsCollected() {
    assertThat(deposits.ofStatus(ID, found(deposit("COMPLETED", null))))
        .isEqualTo(new Collected("QK71", Optional.of("Safaricom"), Optional.of(AMOUNT)));
  }

  @Test
  void depositWithoutReceiptIsKnownByItsId() {
    Transaction bare =
        new Transaction(null, ID.toString(), null, "COMPLETED", null, null, null, null, " ", null);

    assertThat(deposits.ofTransaction(ID, bare))
        .isEqualTo(new Collected(ID.toString(), Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({"abc, KES", "1500, XXX", "1500,", "-1, KES", "1e3, KES", "0.001, KES", "1.5, UGX"})
  void unreadableAmountIsUnknown(String amount, String currency) {
    Transaction payout =
        new Transaction(
            ID.toString(), null, null, "COMPLETED", amount, currency, null, null, "QK71", null);
    Transaction deposit =
        new Transaction(
            null, ID.toString(), null, "COMPLETED", amount, currency, null, null, "QK71", null);

    assertUnknown(payouts.ofTransaction(ID, payout));
    assertUnknown(deposits.ofTransaction(ID, deposit));
  }

  @Test
  void absentPaymentIsNotFound() {
    assertThat(payouts.ofStatus(ID, new StatusAnswer("NOT_FOUND", null)))
        .isEqualTo(new PayoutOutcome.NotFound());
    assertThat(deposits.ofStatus(ID, new StatusAnswer("NOT_FOUND", null)))
        .isEqualTo(new CollectionOutcome.NotFound());
  }

  @Test
  void anyOtherStatusAnswerIsUnknown() {
    assertUnknown(payouts.ofStatus(ID, new StatusAnswer("FOUND", null)));
    assertUnknown(payouts.ofStatus(ID, new StatusAnswer(null, null)));
    assertUnknown(deposits.ofStatus(ID, new StatusAnswer("FOUND", null)));
    assertUnknown(deposits.ofStatus(ID, new StatusAnswer("REJECTED", null)));
  }

  @Test
  void answerAboutAnotherPaymentIsUnknown() {
    assertUnknown(payouts.ofSubmission(OTHER, submission(ID, "ACCEPTED", null)));
    assertUnknown(payouts.ofStatus(OTHER, found(payout("COMPLETED", null))));
    assertUnknown(payouts.ofStatus(ID, found(deposit("COMPLETED", null))));
    assertUnknown(deposits.ofStatus(ID, found(payout("COMPLETED", null))));
  }

  @Test
  void unexpectedTextIsNotLogged() {
    assertThat(payouts.ofSubmission(ID, submission(ID, "+254700000001", null)))
        .isEqualTo(new PayoutOutcome.Unknown("submission answered (not a status)"));
  }

  private static void assertUnknown(PayoutOutcome outcome) {
    assertThat(outcome).isInstanceOf(PayoutOutcome.Unknown.class);
  }

  private static void assertUnknown(CollectionOutcome outcome) {
    assertThat(outcome).isInstanceOf(CollectionOutcome.Unknown.class);
  }

  private static Submission submission(UUID id, String status, FailureReason reason) {
    return new Submission(id.toString(), status, reason);
  }

  private static StatusAnswer found(Transaction transaction) {
    return new StatusAnswer("FOUND", transaction);
  }

  private static Transaction payout(String status, FailureReason reason) {
    return new Transaction(
        ID.toString(), null, null, status, "1500.00", "KES", null, null, "QK71", reason);
  }

  private static Transaction deposit(String status, FailureReason reason) {
    Account payer = new Account("MMO", new Account.Details("254700000001", "MPESA_KEN"));
    return new Transaction(
        null, ID.toString(), null, status, "1500.00", "KES", null, payer, "QK71", reason);
  }
}
