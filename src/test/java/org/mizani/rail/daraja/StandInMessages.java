package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.mizani.rail.daraja.StandInBooks.Entry;

/** Messages of the stand-in, in the varied forms of the network's. */
final class StandInMessages {

  static final ObjectMapper JSON = new ObjectMapper();

  private StandInMessages() {}

  static ObjectNode object(Map<String, ?> fields) {
    return JSON.valueToTree(fields);
  }

  static ObjectNode error(String code, String message) {
    return object(Map.of("requestId", shortId(), "errorCode", code, "errorMessage", message));
  }

  static ObjectNode acknowledgement(String networkId, String requestId) {
    return object(
        Map.of(
            "ConversationID",
            networkId,
            "OriginatorConversationID",
            requestId,
            "ResponseCode",
            "0",
            "ResponseDescription",
            "Accept the service request successfully."));
  }

  static ObjectNode promptAcknowledgement(Entry prompt) {
    return object(
        Map.of(
            "MerchantRequestID", prompt.requestId(),
            "CheckoutRequestID", prompt.networkId(),
            "ResponseCode", "0",
            "ResponseDescription", "Success. Request accepted for processing",
            "CustomerMessage", "Success. Request accepted for processing"));
  }

  /**
   * Returns the result of a payment: parameters only if it was paid, the code as a number or a
   * text.
   */
  static ObjectNode result(Entry payment) {
    ObjectNode result =
        result(payment.networkId(), payment.requestId(), payment.receipt(), payment.code());
    if (payment.isPaid()) {
      boolean toCustomer = payment.operation() == StandInOperation.B2C;
      ArrayNode parameters = parameters(result);
      item(parameters, toCustomer ? "TransactionAmount" : "Amount", payment.amount() + ".00");
      if (toCustomer) {
        item(parameters, "TransactionReceipt", payment.receipt());
        item(parameters, "TransactionCompletedDateTime", "06.07.2024 22:48:52");
      } else {
        item(parameters, "TransCompletedTime", "20240706224852");
        parameters.addObject().put("Key", "DebitPartyCharges");
      }
      item(parameters, "ReceiverPartyPublicName", payment.receiver() + " - JANE DOE");
    }
    return wrapped(result);
  }

  /** Returns the result of a query about a payment from this short code. */
  static ObjectNode status(
      String conversationId, String originatorId, String payer, Entry payment) {
    ObjectNode result = result(conversationId, originatorId, "SQ0000000", "0");
    ArrayNode parameters = parameters(result);
    item(parameters, "DebitPartyName", payer + " - Duka");
    item(parameters, "DebitPartyName", payment.receiver() + " - JANE DOE");
    item(parameters, "OriginatorConversationID", payment.requestId());
    item(parameters, "ConversationID", payment.networkId());
    long settled = Long.parseLong(EatTime.timestamp(payment.settledAt()));
    parameters.addObject().put("Key", "InitiatedTime").put("Value", settled);
    parameters.addObject().put("Key", "TransactionReason");
    item(parameters, "TransactionStatus", statusOf(payment));
    item(parameters, "Amount", String.valueOf(payment.amount()));
    item(parameters, "ReceiptNo", payment.receipt());
    return wrapped(result);
  }

  private static String statusOf(Entry payment) {
    if (Instant.now().isBefore(payment.settledAt())) {
      return "Initiated";
    }
    return payment.isPaid() ? "Completed" : "Declined";
  }

  /** Returns the result of a query that found no payment, or was not permitted. */
  static ObjectNode failure(String conversationId, String originatorId, String code) {
    return wrapped(result(conversationId, originatorId, "SQ0000000", code));
  }

  /** Returns the result of a balance query, with a single object for its parameters. */
  static ObjectNode balances(String conversationId, String originatorId, long left) {
    ObjectNode result = result(conversationId, originatorId, "SQ0000000", "0");
    String accounts =
        "Working Account|KES|%1$d.00|%1$d.00|0.00|0.00&Utility Account|KES|%1$d.00|%1$d.00|0.00|0.00";
    result
        .putObject("ResultParameters")
        .putObject("ResultParameter")
        .put("Key", "AccountBalance")
        .put("Value", accounts.formatted(left));
    return wrapped(result);
  }

  /** Returns the callback about a prompt. */
  static ObjectNode callback(Entry prompt) {
    ObjectNode callback =
        object(
            Map.of(
                "MerchantRequestID", prompt.requestId(),
                "CheckoutRequestID", prompt.networkId(),
                "ResultCode", Integer.parseInt(prompt.code()),
                "ResultDesc", "Code " + prompt.code()));
    if (prompt.isPaid()) {
      ArrayNode items = callback.putObject("CallbackMetadata").putArray("Item");
      items.addObject().put("Name", "Amount").put("Value", prompt.amount());
      items.addObject().put("Name", "MpesaReceiptNumber").put("Value", prompt.receipt());
      items.addObject().put("Name", "Balance");
      items.addObject().put("Name", "PhoneNumber").put("Value", Long.valueOf(prompt.receiver()));
    }
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.putObject("Body").set("stkCallback", callback);
    return message;
  }

  /** Returns the entry as a forger has it: the opposite outcome, and ids that are made up. */
  static Entry forged(Entry entry) {
    return new Entry(
        entry.operation(),
        shortId(),
        "AG_20240706_forged" + shortId(),
        "FORGED" + shortId().substring(0, 4).toUpperCase(Locale.ROOT),
        entry.receiver(),
        entry.amount(),
        entry.reference(),
        entry.remarks(),
        entry.isPaid() ? "1" : "0",
        entry.settledAt());
  }

  static String shortId() {
    return UUID.randomUUID().toString().substring(0, 13);
  }

  private static ObjectNode result(
      String conversationId, String originatorId, String transactionId, String code) {
    ObjectNode result =
        object(
            Map.of(
                "ResultType", 0,
                "ResultDesc", "Code " + code,
                "OriginatorConversationID", originatorId,
                "ConversationID", conversationId,
                "TransactionID", transactionId));
    if (code.matches("[0-9]+") && code.length() < 4) {
      result.put("ResultCode", Integer.parseInt(code));
    } else {
      result.put("ResultCode", code);
    }
    result.putObject("ReferenceData").putObject("ReferenceItem").put("Key", "Occasion");
    return result;
  }

  private static ArrayNode parameters(ObjectNode result) {
    return result.putObject("ResultParameters").putArray("ResultParameter");
  }

  private static void item(ArrayNode items, String key, String value) {
    items.addObject().put("Key", key).put("Value", value);
  }

  private static ObjectNode wrapped(ObjectNode result) {
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.set("Result", result);
    return message;
  }
}
