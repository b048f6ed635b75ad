package org.mizani.rail.daraja;

import static org.mizani.rail.daraja.StandInMessages.shortId;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.mizani.rail.daraja.StandInBooks.Entry;

/** Network behind the stand-in's gateway: it enters payments and prompts, and posts results. */
final class StandInNetwork {

  private final StandInBooks books;
  private final StandInCallbacks callbacks;
  private volatile boolean believesInitiators;

  StandInNetwork(StandInBooks books, StandInCallbacks callbacks) {
    this.books = books;
    this.callbacks = callbacks;
  }

  /** Accepts initiators' passwords unread from now on, as decryption takes milliseconds. */
  void believeInitiators() {
    believesInitiators = true;
  }

  private boolean isInitiatorRight(JsonNode request) {
    return believesInitiators || StandInChecks.isInitiatorRight(request);
  }

  /** Accepts a payment or prompt. Returns its acknowledgement, or empty for a duplicate. */
  Optional<ObjectNode> accept(StandInOperation operation, JsonNode request, StandInFault fault) {
    boolean initiatorIsRight = operation == StandInOperation.PROMPT || isInitiatorRight(request);
    Entry entry;
    // A payment's code depends on the float that the ones before it left.
    synchronized (books) {
      entry = entry(operation, request, fault, initiatorIsRight);
      if (!books.enter(entry)) {
        return Optional.empty();
      }
    }
    if (!entry.code().equals("4999")) {
      tell(request, fault, message(entry), message(StandInMessages.forged(entry)));
    }
    return Optional.of(
        operation == StandInOperation.PROMPT
            ? StandInMessages.promptAcknowledgement(entry)
            : StandInMessages.acknowledgement(entry.networkId(), entry.requestId()));
  }

  private static ObjectNode message(Entry entry) {
    return entry.operation() == StandInOperation.PROMPT
        ? StandInMessages.callback(entry)
        : StandInMessages.result(entry);
  }

  private Entry entry(
      StandInOperation operation, JsonNode request, StandInFault fault, boolean initiatorIsRight) {
    boolean prompt = operation == StandInOperation.PROMPT;
    String receiver = request.path(prompt ? "PhoneNumber" : "PartyB").asText();
    long amount = request.path("Amount").asLong();
    String code = books.codeOf(operation, receiver, amount);
    if (!prompt && fault == StandInFault.OUT_OF_FUNDS) {
      code = "1";
    }
    if (!initiatorIsRight) {
      code = "2001";
    }
    return new Entry(
        operation,
        request.path("OriginatorConversationID").asText(shortId() + "-1"),
        (prompt ? "ws_CO_" : "AG_20240706_") + shortId(),
        "S" + shortId().replace("-", "").substring(0, 9).toUpperCase(Locale.ROOT),
        receiver,
        amount,
        request.path("AccountReference").asText(""),
        request.path("Remarks").asText(""),
        code,
        Instant.now().plus(callbacks.delay()));
  }

  /** Answers a query about a payment or balance. Returns its acknowledgement. */
  ObjectNode query(StandInOperation operation, JsonNode request, StandInFault fault) {
    String conversation = "AG_20240706_" + shortId();
    String originator = shortId() + "-1";
    ObjectNode result;
    if (!isInitiatorRight(request)) {
      result = StandInMessages.failure(conversation, originator, "2001");
    } else if (operation == StandInOperation.BALANCE) {
      result = StandInMessages.balances(conversation, originator, books.left());
    } else {
      String id =
          request.path("TransactionID").asText(request.path("OriginalConversationID").asText());
      result =
          books
              .find(id)
              .map(
                  payment ->
                      StandInMessages.status(
                          conversation, originator, request.path("PartyA").asText(), payment))
              .orElseGet(() -> StandInMessages.failure(conversation, originator, "2032"));
    }
    tell(request, fault, result, StandInMessages.failure(shortId(), shortId(), "2032"));
    return StandInMessages.acknowledgement(conversation, originator);
  }

  /** Posts the result, in the way that the fault demands. */
  private void tell(JsonNode request, StandInFault fault, ObjectNode result, ObjectNode forged) {
    String url = request.path("ResultURL").asText(request.path("CallBackURL").asText());
    switch (fault) {
      case CALLBACK_NEVER -> {
        // The network has no second try either.
      }
      case CALLBACK_EARLY -> callbacks.postNow(url, result);
      case CALLBACK_REORDERED -> callbacks.postAfterTheNext(url, result);
      case CALLBACK_TWICE -> {
        callbacks.post(url, result);
        callbacks.post(url, result);
      }
      case CALLBACK_FORGED -> {
        callbacks.postNow(url, forged);
        callbacks.post(url, result);
      }
      case QUEUE_TIME_OUT -> {
        if (request.has("QueueTimeOutURL")) {
          callbacks.post(
              request.path("QueueTimeOutURL").asText(),
              StandInMessages.failure(shortId(), shortId(), "1037"));
        }
      }
      default -> callbacks.post(url, result);
    }
  }
}
