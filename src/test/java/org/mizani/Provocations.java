package org.mizani;

import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Calls that bring about the documented refusals, by the name of the refusal. They differ from an
 * operation's example, and at least one of them has to be answered by the refusal.
 */
final class Provocations {

  /**
   * Refusals that need an outage, a minute's worth of requests, a country without a corridor, a
   * wallet that pays out what it collected, as many API keys or webhook endpoints as a business may
   * have, an endpoint that is still there, a key that is limited to an address, a replay or an
   * export that takes long, a million webhooks, or headers; and those of approvals, which need
   * limits or another operator ({@code operator.approval} has them).
   */
  static final Set<String> OUT_OF_REACH =
      Set.of(
          "AnotherRequestWaits",
          "ExportBeingRead",
          "TooManyApiKeys",
          "TooManyEndpoints",
          "TooManyBulks",
          "BulkNotScheduled",
          "EndpointNotTestable",
          "DeadNotReplayable",
          "ApiKeyNotRequested",
          "OwnRequest",
          "SecretOfAnother",
          "RequestOfAnother",
          "RecipientUnreadable",
          "OperationRefused",
          "OperationNotCovered",
          "OperationNotPayable",
          "Limited",
          "LimitedAuthentication",
          "LimitedLookUps",
          "LimitedOperators",
          "LimitedPayouts",
          "LimitedPrompts",
          "LimitedQuotes",
          "LimitedReplays",
          "QuotesNotGiven",
          "KeyReused",
          "RefundNotCovered",
          "RefundNotPayable",
          "InternalError",
          "Unavailable",
          "AddressNotAllowed",
          "CorridorNotAvailable",
          "NotCollectable",
          "NoCorridor");

  private static final long MORE_THAN_ANY_BALANCE = 10_000_000_000L;
  private static final String UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
  private static final List<String> RECIPIENTS =
      List.of("receiverPhone", "receiverLipaNumber", "receiverAccountNumber");

  private static final Map<String, Function<DocumentedCall, Stream<DocumentedCall>>> BY_NAME =
      Map.ofEntries(
          Map.entry("Invalid", Provocations::malformed),
          Map.entry("CredentialsRequired", Provocations::malformed),
          Map.entry("InvalidCredentials", Provocations::allTextsWrong),
          Map.entry("Unauthorized", Stream::of),
          Map.entry("OperatorUnauthorized", Stream::of),
          Map.entry("OperatorForbidden", Stream::of),
          Map.entry("SecondFactorState", Stream::of),
          Map.entry("SecretOfSettings", Stream::of),
          Map.entry("Forbidden", Stream::of),
          Map.entry("CollectionsNotEnabled", Stream::of),
          Map.entry("Duplicate", Provocations::twice),
          Map.entry("ReferenceUsed", Provocations::twice),
          Map.entry("ReferenceOrQuoteUsed", Provocations::twice),
          Map.entry("OperatorExists", Provocations::twice),
          Map.entry("NoSecretToDraw", Provocations::twice),
          Map.entry("PayoutNotPending", Provocations::twice),
          Map.entry("PayoutNotReturnable", Provocations::twiceByOtherReferences),
          Map.entry("PayoutNotHeld", Provocations::twice),
          Map.entry("PayoutNotFlagged", Provocations::twice),
          Map.entry("CollectionNotFlagged", Provocations::twice),
          Map.entry("CollectionNotPending", Provocations::twice),
          Map.entry("NotRefundable", Provocations::twice),
          Map.entry("CollectionNotRefundable", Provocations::twiceOfOtherAmounts),
          Map.entry("DeliveryPending", Provocations::twice),
          Map.entry("DeliveryNotReplayable", Provocations::twice),
          Map.entry("SubmissionOn", Stream::of),
          Map.entry("NoIdentityProvider", Stream::of),
          Map.entry(
              "LargeAuthentication",
              call -> Stream.of(call.withBody(call.body() + " ".repeat(65536)))),
          Map.entry("TooLarge", call -> Stream.of(call.withBody(call.body() + " ".repeat(65536)))),
          Map.entry(
              "BulkTooLarge",
              call -> Stream.of(call.withBody(call.body() + " ".repeat(1024 * 1024)))),
          Map.entry("UnsupportedQr", call -> Stream.of(call.with("qrString", "?"))),
          Map.entry("BulkNotFound", Provocations::withUnknownIds),
          Map.entry("TransactionNotFound", Provocations::withUnknownIds),
          Map.entry("CollectionNotFound", Provocations::withUnknownIds),
          Map.entry("PayoutNotFound", Provocations::withUnknownIds),
          Map.entry("ApprovalNotFound", Provocations::withUnknownIds),
          Map.entry("RequestEnded", Provocations::twice),
          Map.entry("DeliveryNotFound", Provocations::withUnknownIds),
          Map.entry("EndpointNotFound", Provocations::withUnknownIds),
          Map.entry("RailNotFound", Provocations::withUnknownIds),
          Map.entry("ApiKeyNotFound", Provocations::withUnknownIds),
          Map.entry(
              "LastManageKey", call -> Stream.of(call.withParameter("apiKey", "pk_test_demo"))),
          Map.entry("OperatorNotFound", Provocations::withUnknownIds),
          Map.entry("WalletNotFound", Provocations::withUnknownIds),
          Map.entry("TopUpNotFound", Provocations::withUnknownIds),
          Map.entry(
              "BusinessNotFound", call -> Stream.of(call.withParameter("businessId", UNKNOWN_ID))),
          Map.entry("RateNotConfigured", Provocations::withoutRate),
          Map.entry("RateOrQuoteNotFound", Provocations::withoutRate),
          Map.entry("NotPayable", Provocations::toUnknownRecipients),
          Map.entry("InsufficientBalance", Provocations::tooMuch));

  private Provocations() {}

  static Stream<DocumentedCall> of(String name, DocumentedCall example) {
    if (!BY_NAME.containsKey(name)) {
      throw new AssertionError("say in Provocations how to bring about " + name);
    }
    return BY_NAME.get(name).apply(example);
  }

  /** An amount above every balance; an adjustment takes a negative amount away. */
  private static Stream<DocumentedCall> tooMuch(DocumentedCall call) {
    boolean signed = call.operation().path().endsWith("/adjustments");
    long amount = signed ? -MORE_THAN_ANY_BALANCE : MORE_THAN_ANY_BALANCE;
    return Stream.of(call.with("amount", amount).withFreshReference());
  }

  private static Stream<DocumentedCall> malformed(DocumentedCall call) {
    if (call.operation().hasBody()) {
      return Stream.of(call.withBody("{"));
    }
    DocumentedCall unknown = call.withParameter("unknown", "1");
    // Without a query of its own the call would be carried out.
    return call.operation().parameters().stream()
            .anyMatch(parameter -> parameter.path("in").asText().equals("query"))
        ? Stream.of(call.withQuery(null), call.withQuery("?"), unknown)
        : Stream.of(unknown);
  }

  private static Stream<DocumentedCall> twice(DocumentedCall call) {
    return Stream.of(call, call);
  }

  private static Stream<DocumentedCall> twiceByOtherReferences(DocumentedCall call) {
    return Stream.of(call.withFreshReference(), call.withFreshReference());
  }

  private static Stream<DocumentedCall> twiceOfOtherAmounts(DocumentedCall call) {
    return Stream.of(call.with("amount", 1L), call.with("amount", 2L));
  }

  private static Stream<DocumentedCall> allTextsWrong(DocumentedCall call) {
    DocumentedCall wrong = call;
    for (var field : call.json().properties()) {
      if (field.getValue().getNodeType() == JsonNodeType.STRING) {
        wrong = wrong.with(field.getKey(), "wrong");
      }
    }
    return Stream.of(wrong);
  }

  private static Stream<DocumentedCall> withUnknownIds(DocumentedCall call) {
    return call.parameters().keySet().stream().map(name -> call.withParameter(name, UNKNOWN_ID));
  }

  private static Stream<DocumentedCall> withoutRate(DocumentedCall call) {
    return call.operation().hasBody()
        ? Stream.of(call.with("senderCurrency", "EUR").withFreshReference())
        : Stream.of(call.withParameter("to", "TZS"));
  }

  /** Recipients with a number that ends in 00, which do not exist in the sandbox. */
  private static Stream<DocumentedCall> toUnknownRecipients(DocumentedCall call) {
    return RECIPIENTS.stream()
        .filter(field -> call.json().has(field))
        .map(
            field -> {
              String number = call.json().path(field).asText();
              return call.with(field, number.substring(0, number.length() - 2) + "00")
                  .withFreshReference();
            });
  }
}
