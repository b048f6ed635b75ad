package org.mizani.rail.pawapay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.security.PublicKey;
import java.util.Map;
import java.util.Optional;
import org.mizani.support.TestKeys;

/** Answers of the {@link PawapayStandIn} that do not concern a payment. */
final class StandInTools {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Currencies of the countries. */
  private static final Map<String, String> CURRENCIES =
      Map.of("KEN", "KES", "TZA", "TZS", "UGA", "UGX");

  /** Networks that the tool predicts, by the first digits of a number. */
  private static final Map<String, Provider> PREDICTED =
      Map.of(
          "254", Provider.MPESA_KEN,
          "255", Provider.VODACOM_TZA,
          "256", Provider.MTN_MOMO_UGA);

  private final PawapayBooks books;
  private final StandInConduct conduct;
  private final PublicKey key;

  StandInTools(PawapayBooks books, StandInConduct conduct, PublicKey key) {
    this.books = books;
    this.conduct = conduct;
    this.key = key;
  }

  /** Returns the answer of a tool, if there is one of this name. */
  Optional<JsonNode> answer(String name, byte[] body) throws IOException {
    return switch (name) {
      case "public-key" -> Optional.of(keys());
      case "wallet-balances" -> Optional.of(balances());
      case "availability" -> Optional.of(availability());
      case "predict-provider" -> Optional.of(prediction(body));
      default -> Optional.empty();
    };
  }

  private ArrayNode keys() {
    ArrayNode keys = JSON.createArrayNode();
    keys.addObject().put("id", StandInCallbacks.KEY_ID).put("key", TestKeys.pem(key));
    return keys;
  }

  private ObjectNode balances() {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode balances = answer.putArray("balances");
    CURRENCIES.forEach(
        (country, currency) ->
            balances
                .addObject()
                .put("country", country)
                .put("balance", books.balance(currency).toPlainString())
                .put("currency", currency)
                .put("provider", ""));
    return answer;
  }

  private ArrayNode availability() {
    ArrayNode answer = JSON.createArrayNode();
    for (String country : CURRENCIES.keySet()) {
      ArrayNode providers = answer.addObject().put("country", country).putArray("providers");
      for (Provider provider : Provider.values()) {
        if (provider.name().endsWith(country)) {
          ArrayNode operations =
              providers.addObject().put("provider", provider.name()).putArray("operationTypes");
          for (PaymentKind kind : PaymentKind.values()) {
            operations
                .addObject()
                .put("operationType", kind.name())
                .put("status", conduct.states.getOrDefault(provider, "OPERATIONAL"));
          }
        }
      }
    }
    return answer;
  }

  private static ObjectNode prediction(byte[] body) throws IOException {
    String phone = JSON.readTree(body).path("phoneNumber").asText().replaceAll("[^0-9]", "");
    String prefix = phone.substring(0, Math.min(3, phone.length()));
    return Optional.ofNullable(PREDICTED.get(prefix))
        .map(p -> JSON.createObjectNode().put("provider", p.name()).put("phoneNumber", phone))
        .orElseGet(() -> StandInReplies.failure("INVALID_PARAMETER"));
  }
}
