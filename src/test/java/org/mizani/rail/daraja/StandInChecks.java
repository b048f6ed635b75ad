package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Checks of a request's fields, which the gateway makes before it accepts a request. */
final class StandInChecks {

  private static final String SHORT_CODE = "[0-9]{5,7}";
  private static final String PHONE = "254[17][0-9]{8}";
  private static final String AMOUNT = "[1-9][0-9]{0,8}";

  private StandInChecks() {}

  /** Returns the name of a field that is wrong, if there is one. */
  static Optional<String> wrongField(StandInOperation operation, JsonNode request) {
    return patterns(operation).entrySet().stream()
        .filter(field -> !request.path(field.getKey()).asText("").matches(field.getValue()))
        .map(Map.Entry::getKey)
        .findFirst()
        .or(() -> wrongAddress(request));
  }

  private static Optional<String> wrongAddress(JsonNode request) {
    for (String field : new String[] {"ResultURL", "QueueTimeOutURL", "CallBackURL"}) {
      if (!CallbackAddresses.isAllowed(request.path(field).asText(""))) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }

  private static Map<String, String> patterns(StandInOperation operation) {
    Map<String, String> patterns = new LinkedHashMap<>();
    switch (operation) {
      case B2C -> {
        patterns.put("OriginatorConversationID", "[A-Za-z0-9_-]{1,100}");
        patterns.put("CommandID", "(Business|Salary|Promotion)Payment");
        patterns.put("PartyB", PHONE);
        patterns.put("Occassion", ".{1,100}");
        common(patterns);
      }
      case B2B -> {
        patterns.put("CommandID", "BusinessPayBill|BusinessBuyGoods");
        patterns.put("SenderIdentifierType", "4");
        patterns.put("RecieverIdentifierType", "[24]");
        patterns.put("PartyB", SHORT_CODE);
        patterns.put("AccountReference", ".{0,13}");
        common(patterns);
      }
      case STATUS, BALANCE -> {
        patterns.put("CommandID", "TransactionStatusQuery|AccountBalance");
        patterns.put("IdentifierType", "4");
        common(patterns);
        patterns.remove("Amount");
      }
      case PROMPT -> {
        patterns.put("TransactionType", "CustomerPayBillOnline|CustomerBuyGoodsOnline");
        patterns.put("Amount", AMOUNT);
        patterns.put("PhoneNumber", PHONE);
        patterns.put("PartyB", SHORT_CODE);
        patterns.put("CallBackURL", "https?://.+");
        patterns.put("AccountReference", ".{1,12}");
        patterns.put("TransactionDesc", ".{1,13}");
        patterns.put("Timestamp", "20[0-9]{12}");
      }
      case PROMPT_QUERY -> {
        patterns.put("CheckoutRequestID", ".+");
        patterns.put("Timestamp", "20[0-9]{12}");
      }
      case MERCHANT -> {
        patterns.put("IdentifierType", "[24]");
        patterns.put("Identifier", SHORT_CODE);
      }
    }
    return patterns;
  }

  private static void common(Map<String, String> patterns) {
    patterns.put("Amount", AMOUNT);
    patterns.put("PartyA", SHORT_CODE);
    patterns.put("Remarks", ".{2,100}");
    patterns.put("ResultURL", "https?://.+");
    patterns.put("QueueTimeOutURL", "https?://.+");
  }

  /** Tells whether the password of a prompt, or of a query about one, is right. */
  static boolean isPasswordRight(JsonNode request) {
    String plain =
        request.path("BusinessShortCode").asText()
            + DarajaStandIn.PASSKEY
            + request.path("Timestamp").asText();
    return Base64.getEncoder()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8))
        .equals(request.path("Password").asText());
  }

  /**
   * Tells whether the initiator's name and encrypted password are right, which only results tell.
   */
  static boolean isInitiatorRight(JsonNode request) {
    String name = request.path("InitiatorName").asText(request.path("Initiator").asText());
    return name.equals(DarajaStandIn.INITIATOR)
        && StandInKeys.decrypt(request.path("SecurityCredential").asText())
            .filter(DarajaStandIn.INITIATOR_PASSWORD::equals)
            .isPresent();
  }
}
