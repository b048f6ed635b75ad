package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.TimedAnswer;

/** Meaning of Daraja's answers, results and callbacks for the service. */
class DarajaMeaningsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "500; 500.002.1001; Duplicate OriginatorConversationID.; Duplicate",
        "500; 500.002.1001; System internal error.; Unclear",
        "500; 500.001.1001; Unable to lock subscriber; Unclear",
        "500; 500.003.02; Error Occurred: Spike Arrest Violation; SlowDown",
        "429; 500.003.02; Spike; SlowDown",
        "429; 429.001; Too Many Requests; SlowDown",
        "429; 500.003.1001; Internal Server Error; Unclear",
        "429; 401.002.01; Invalid Access Token; SlowDown",
        "429; 400.002.02; Bad Request - Invalid Amount; SlowDown",
        "429; 404.002.01; Resource not found; SlowDown",
        "429; 500.002.1001; Duplicate OriginatorConversationID.; Duplicate",
        "429; 500.002.1001; System internal error.; Unclear",
        "500; 500.003.03; Quota Violation; SlowDown",
        "500; 500.003.1001; Internal Server Error; Unclear",
        "400; 400.002.02; Bad Request - Invalid Amount; Refused",
        "400; 400.002.02; Bad Request - Invalid PartyA; Refused",
        "400; 400.002.02; Bad Request - Invalid InitiatorName; NotOffered",
        "400; 400.002.02; Bad Request - Invalid SecurityCredential; NotOffered",
        "400; 400.002.02; Bad Request - Invalid BusinessShortCode; NotOffered",
        "400; 400.002.02; Bad Request - Invalid ResultURL; NotOffered",
        "400; 400.002.02; Bad Request - Invalid QueueTimeOutURL; NotOffered",
        "400; 400.002.02; Bad Request - Invalid CallBackURL; NotOffered",
        "400; 400.002.05; Invalid Request Payload; Unclear",
        "401; 401.002.01; Invalid Access Token; BadToken",
        "404; 404.001.03; Invalid Access Token; BadToken",
        "400; 400.003.01; Invalid Access Token; BadToken",
        "404; 404.002.01; Resource not found; NotOffered",
        "405; 405.001; Method Not Allowed; Unclear",
        "503; 503.001; Service unavailable; Unclear",
      })
  void readsErrorsOfTheGateway(int status, String code, String message, String meaning) {
    GatewayAnswer answer =
        GatewayAnswers.read(
            status,
            "{\"requestId\": \"1\", \"errorCode\": \"%s\", \"errorMessage\": \"%s\"}"
                .formatted(code, message));

    assertThat(answer.getClass().getSimpleName()).isEqualTo(meaning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '!',
      value = {
        "200; <html>Welcome</html>; NoAnswer",
        "200; {}; NoAnswer",
        "200; {\"ResponseCode\": \"\", \"ConversationID\": \"\"}; NoAnswer",
        "200; {\"ResponseCode\": \"1\", \"ResponseDescription\": \"Rejected\"}; Unclear",
        "200; {\"ResponseCode\": \"1\", \"ResponseDescription\":"
            + " \"Duplicate OriginatorConversationID.\"}; Duplicate",
        "500; {\"ResponseCode\": \"0\", \"ConversationID\": \"AG_1\"}; Unclear",
        "302; !!; NoAnswer",
        "503; <html>Maintenance</html>; NoAnswer",
        "401; !!; BadToken",
        "429; <html>Slow</html>; SlowDown",
        "429; {\"ResponseCode\": \"1\", \"ResponseDescription\": \"Rejected\"}; Unclear",
        "429; {\"ResponseCode\": \"0\", \"ConversationID\": \"AG_1\"}; Unclear",
        "500; {\"fault\": {\"detail\":"
            + " {\"errorcode\": \"policies.ratelimit.SpikeArrestViolation\"}}}; SlowDown",
      })
  void readsAnswersWithoutAnErrorCode(int status, String body, String meaning) {
    GatewayAnswer answer = GatewayAnswers.read(status, body);

    assertThat(answer.getClass().getSimpleName()).isEqualTo(meaning);
    assertThat(answer.why()).isNotBlank();
  }

  @Test
  void anAcknowledgementHasTheNetworksIds() {
    assertThat(
            GatewayAnswers.read(
                200,
                "{\"ResponseCode\": 0, \"ConversationID\": \"AG_1\","
                    + " \"OriginatorConversationID\": \"o\"}"))
        .isEqualTo(new GatewayAnswer.Acknowledged(Optional.of("AG_1"), Optional.of("o")));
    assertThat(GatewayAnswers.read(200, "{\"ResponseCode\": \"0\", \"ConversationID\": \" \"}"))
        .isEqualTo(new GatewayAnswer.Acknowledged(Optional.empty(), Optional.empty()));
  }

  @Test
  void onlyCertainAnswersSettleAPayout() {
    assertThat(
            PayoutOutcomes.ofAnswer(
                new GatewayAnswer.Acknowledged(Optional.of("AG_1"), Optional.empty()), true))
        .isEqualTo(new PayoutOutcome.Accepted(Optional.of("AG_1")));
    assertThat(PayoutOutcomes.ofAnswer(new GatewayAnswer.Duplicate(), false))
        .isEqualTo(new PayoutOutcome.Accepted(Optional.empty()));
    assertThat(PayoutOutcomes.ofAnswer(new GatewayAnswer.Refused("Invalid Amount"), true))
        .isEqualTo(new PayoutOutcome.Failed(FailureCode.REFUSED, "Invalid Amount"));
    for (GatewayAnswer answer :
        new GatewayAnswer[] {
          new GatewayAnswer.SlowDown(),
          new GatewayAnswer.BadToken(),
          new GatewayAnswer.NotOffered("404.002.01"),
          new GatewayAnswer.NoAnswer(503),
          new GatewayAnswer.Unclear("error 500.003.1001")
        }) {
      assertThat(PayoutOutcomes.ofAnswer(answer, true))
          .isEqualTo(new PayoutOutcome.Unknown(answer.why()));
    }
  }

  @Test
  void aRefusalOfALaterSubmissionIsUnknown() {
    assertThat(PayoutOutcomes.ofAnswer(new GatewayAnswer.Refused("Invalid Amount"), false))
        .isInstanceOf(PayoutOutcome.Unknown.class);
  }

  /** It could be another amount than was asked for. */
  @Test
  void aPaymentWithAnUnreadableAmountIsUnknown() {
    PayoutOutcome unknown = new PayoutOutcome.Unknown("paid, with an unreadable amount");
    String amount = "{\"Key\": \"TransactionAmount\", \"Value\": \"1,000.00\"}";
    String status = "{\"Key\": \"TransactionStatus\", \"Value\": \"Completed\"}";

    assertThat(PayoutOutcomes.ofResult(result("0", amount))).isEqualTo(unknown);
    assertThat(PayoutOutcomes.ofStatus(result("0", status + "," + amount))).isEqualTo(unknown);
    assertThat(CollectionOutcomes.ofCallback(callback("0", Optional.of("R1"), "1,000.00")))
        .isEqualTo(new CollectionOutcome.Unknown("paid, with an unreadable amount"));
  }

  @Test
  void aPaymentHasReceiptReferenceAndAmount() {
    PayoutOutcome outcome =
        PayoutOutcomes.ofResult(
            result(
                "0",
                "{\"Key\": \"TransactionAmount\", \"Value\": 10},"
                    + "{\"Key\": \"TransactionReceipt\", \"Value\": \"SG632NMUAC\"}"));

    assertThat(outcome)
        .isEqualTo(
            new PayoutOutcome.Paid(
                Optional.of("SG632NMUAC"),
                Optional.of("AG_1"),
                Optional.of(new Money(CurrencyUnit.KES, 1_000))));
  }

  @ParameterizedTest
  @CsvSource({
    "1, RAIL_OUT_OF_FUNDS, true",
    "2, AMOUNT_OUT_OF_LIMITS, false",
    "3, AMOUNT_OUT_OF_LIMITS, false",
    "4, RECIPIENT_LIMIT, false",
    "8, RECIPIENT_LIMIT, false",
    "11, RAIL_MISCONFIGURED, true",
    "18, RAIL_MISCONFIGURED, true",
    "19, RAIL_MISCONFIGURED, true",
    "20, RAIL_MISCONFIGURED, true",
    "21, RAIL_MISCONFIGURED, true",
    "2001, RAIL_MISCONFIGURED, true",
    "2006, RAIL_MISCONFIGURED, true",
    "2028, RAIL_MISCONFIGURED, true",
    "8006, RAIL_MISCONFIGURED, true",
    "2040, RECIPIENT_NOT_FOUND, false",
    "SFC_IC0003, RECIPIENT_NOT_FOUND, false"
  })
  void definiteCodesFailAPayout(String code, FailureCode failure, boolean pauses) {
    assertThat(PayoutOutcomes.ofResult(result(code, "")))
        .isEqualTo(new PayoutOutcome.Failed(failure, "words", Optional.of("SG632NMUAB")));
    assertThat(PauseReason.ofFailure(failure).isPresent()).isEqualTo(pauses);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "17",
        "26",
        "00.002.1001",
        "100000000",
        "100000100",
        "500.001.1001",
        "500",
        "2032",
        "9",
        "-1",
        "00"
      })
  void allOtherResultCodesAreUnknown(String code) {
    assertThat(PayoutOutcomes.ofResult(result(code, "")))
        .isEqualTo(new PayoutOutcome.Unknown("result code " + code));
  }

  @Test
  void aDuplicateInAResultIsNoOutcome() {
    assertThat(PayoutOutcomes.ofResult(result("15", "")))
        .isEqualTo(new PayoutOutcome.Accepted(Optional.empty()));
  }

  @Test
  void aCompletedTransactionIsPaid() {
    PayoutOutcome outcome =
        PayoutOutcomes.ofStatus(
            result(
                "0",
                "{\"Key\": \"TransactionStatus\", \"Value\": \"Completed\"},"
                    + "{\"Key\": \"Amount\", \"Value\": \"300\"},"
                    + "{\"Key\": \"ConversationID\", \"Value\": \"AG_0\"},"
                    + "{\"Key\": \"TransactionReason\"},"
                    + "{\"Key\": \"ReceiptNo\", \"Value\": \"MBN31H462N\"}"));

    assertThat(outcome)
        .isEqualTo(
            new PayoutOutcome.Paid(
                Optional.of("MBN31H462N"),
                Optional.of("AG_0"),
                Optional.of(new Money(CurrencyUnit.KES, 30_000))));
  }

  @ParameterizedTest
  @CsvSource({"Cancelled, CANCELLED", "Expired, CANCELLED", "Declined, REFUSED"})
  void anEndedTransactionHasFailed(String status, FailureCode failure) {
    assertThat(PayoutOutcomes.ofStatus(status(status)))
        .isEqualTo(new PayoutOutcome.Failed(failure, "transaction " + status.toLowerCase()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Initiated", "Authorized", "Pending Authorized", "Pending", "", "a\\nb"})
  void anyOtherTransactionIsUnknown(String status) {
    PayoutOutcome outcome = PayoutOutcomes.ofStatus(status(status));

    assertThat(outcome).isInstanceOf(PayoutOutcome.Unknown.class);
    assertThat(outcome.toString()).doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2001", "2032", "2040", "26", "SFC_IC0003"})
  void aFailedQueryLeavesThePayoutUnknown(String code) {
    assertThat(PayoutOutcomes.ofStatus(result(code, ""))).isInstanceOf(PayoutOutcome.Unknown.class);
  }

  @Test
  void onlyCertainAnswersEndACollection() {
    assertThat(
            CollectionOutcomes.ofAnswer(
                new GatewayAnswer.Acknowledged(Optional.of("ws_CO_1"), Optional.empty())))
        .isEqualTo(new CollectionOutcome.Accepted(Optional.of("ws_CO_1")));
    assertThat(CollectionOutcomes.ofAnswer(new GatewayAnswer.Refused("Invalid PhoneNumber")))
        .isEqualTo(new CollectionOutcome.Declined(FailureCode.REFUSED, "Invalid PhoneNumber"));
    assertThat(CollectionOutcomes.ofAnswer(new GatewayAnswer.Duplicate()))
        .isInstanceOf(CollectionOutcome.Unknown.class);
    assertThat(CollectionOutcomes.ofAnswer(new GatewayAnswer.SlowDown()))
        .isInstanceOf(CollectionOutcome.Unknown.class);
  }

  @Test
  void aPaidPromptHasReceiptAndAmount() {
    Money amount = new Money(CurrencyUnit.KES, 100);

    assertThat(CollectionOutcomes.ofCallback(callback("0", Optional.of("NLJ7RT61SV"))))
        .isEqualTo(
            new CollectionOutcome.Collected("NLJ7RT61SV", Optional.empty(), Optional.of(amount)));
    assertThat(CollectionOutcomes.ofCallback(callback("0", Optional.empty())))
        .isEqualTo(
            new CollectionOutcome.Collected("ws_CO_1", Optional.empty(), Optional.of(amount)));
  }

  @ParameterizedTest
  @CsvSource({
    "1, CUSTOMER_SHORT_OF_FUNDS",
    "17, RECIPIENT_LIMIT",
    "1001, RECIPIENT_LIMIT",
    "1025, UNSPECIFIED",
    "9999, UNSPECIFIED",
    "1032, CUSTOMER_DECLINED",
    "2001, WRONG_PIN"
  })
  void definiteCodesDeclineACollection(String code, FailureCode failure) {
    CollectionOutcome declined = new CollectionOutcome.Declined(failure, "words");

    assertThat(CollectionOutcomes.ofCallback(callback(code, Optional.empty()))).isEqualTo(declined);
    assertThat(query(code)).isEqualTo(declined);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1019", "1037"})
  void aPromptWithoutAResponseLapses(String code) {
    CollectionOutcome lapsed = new CollectionOutcome.Lapsed();

    assertThat(CollectionOutcomes.ofCallback(callback(code, Optional.empty()))).isEqualTo(lapsed);
    assertThat(query(code)).isEqualTo(lapsed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"26", "2006", "8006", "00", "SFC_IC0003"})
  void otherCodesOfAPromptAreUnknown(String code) {
    assertThat(CollectionOutcomes.ofCallback(callback(code, Optional.empty())))
        .isEqualTo(new CollectionOutcome.Unknown("result code " + code));
    assertThat(query(code)).isEqualTo(new CollectionOutcome.Unknown("result code " + code));
  }

  @Test
  void aPromptWithoutAnAnswerIsPending() {
    CollectionOutcome pending = new CollectionOutcome.Accepted(Optional.empty());

    assertThat(query("4999")).isEqualTo(pending);
    assertThat(queryError("The transaction is being processed")).isEqualTo(pending);
  }

  @Test
  void aQueryKnowsNeitherReceiptNorAmount() {
    assertThat(query("0")).isEqualTo(new CollectionOutcome.Collected("ws_CO_1", Optional.empty()));
  }

  @Test
  void onlyAMissingPromptIsNotFound() {
    assertThat(queryError("The CheckoutRequestID does not Exist"))
        .isEqualTo(new CollectionOutcome.NotFound());
    assertThat(queryError("")).isInstanceOf(CollectionOutcome.Unknown.class);
    assertThat(queryError("Merchant does not exist")).isInstanceOf(CollectionOutcome.Unknown.class);
    assertThatThrownBy(() -> CollectionOutcomes.ofQuery(200, "<html>", "ws_CO_1"))
        .isInstanceOf(TimedAnswer.NoAnswer.class);
    assertThat(CollectionOutcomes.ofQuery(401, "", "ws_CO_1"))
        .isInstanceOf(CollectionOutcome.Unknown.class);
  }

  @Test
  void anAnswerAboutAnotherPromptIsUnknown() {
    assertThat(
            CollectionOutcomes.ofQuery(
                200, "{\"CheckoutRequestID\": \"ws_CO_2\", \"ResultCode\": \"0\"}", "ws_CO_1"))
        .isInstanceOf(CollectionOutcome.Unknown.class);
  }

  private static CollectionOutcome query(String code) {
    return CollectionOutcomes.ofQuery(
        200,
        """
        {"ResponseCode": "0", "CheckoutRequestID": "ws_CO_1", "ResultCode": "%s",
         "ResultDesc": "words"}
        """
            .formatted(code),
        "ws_CO_1");
  }

  private static CollectionOutcome queryError(String message) {
    return CollectionOutcomes.ofQuery(
        500,
        "{\"requestId\": \"1\", \"errorCode\": \"500.001.1001\", \"errorMessage\": \"%s\"}"
            .formatted(message),
        "ws_CO_1");
  }

  private static StkCallback callback(String code, Optional<String> receipt) {
    return callback(code, receipt, "1.00");
  }

  private static StkCallback callback(String code, Optional<String> receipt, String amount) {
    return new StkCallback(
        Optional.empty(), "ws_CO_1", code, "words", receipt, Optional.of(amount), Optional.empty());
  }

  private static DarajaResult status(String status) {
    return result("0", "{\"Key\": \"TransactionStatus\", \"Value\": \"" + status + "\"}");
  }

  private static DarajaResult result(String code, String parameters) {
    return DarajaResult.read(
            """
            {"Result": {"ResultCode": "%s", "ResultDesc": "words", "ConversationID": "AG_1",
              "OriginatorConversationID": "ours", "TransactionID": "SG632NMUAB",
              "ResultParameters": {"ResultParameter": [%s]}}}
            """
                .formatted(code, parameters))
        .orElseThrow();
  }
}
