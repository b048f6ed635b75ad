package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.mizani.money.Money;

/**
 * Result that Daraja posts for a payment, or for a query about one. It is not signed: whether it is
 * believed depends on the address that it came to and from, and on its ids.
 *
 * @param code {@code 0} for a success
 * @param description in the network's words
 * @param originatorConversationId of the request that this is the result of
 * @param conversationId of the request that this is the result of
 * @param transactionId on failures too
 * @param parameters in their order; a key may come twice
 * @param references in their order
 */
public record DarajaResult(
    String code,
    String description,
    Optional<String> originatorConversationId,
    Optional<String> conversationId,
    Optional<String> transactionId,
    List<Item> parameters,
    List<Item> references) {

  private static final String SUCCESS = "0";

  /** Key with its value, which may be missing. */
  public record Item(String key, Optional<String> value) {

    /** Without the value, which may be personal. */
    @Override
    public String toString() {
      return key;
    }
  }

  /** The result that this body is, or empty if it is none. */
  public static Optional<DarajaResult> read(String body) {
    return read(DarajaJson.tree(body));
  }

  /** The result in the tree of a body, likewise. */
  static Optional<DarajaResult> read(JsonNode body) {
    JsonNode result = body.path("Result");
    return DarajaJson.resultCode(result).map(code -> read(code, result));
  }

  private static DarajaResult read(String code, JsonNode result) {
    return new DarajaResult(
        code,
        DarajaJson.text(result, "ResultDesc").orElse(""),
        DarajaJson.text(result, "OriginatorConversationID"),
        DarajaJson.text(result, "ConversationID"),
        DarajaJson.text(result, "TransactionID"),
        items(result.path("ResultParameters").path("ResultParameter")),
        items(result.path("ReferenceData").path("ReferenceItem")));
  }

  private static List<Item> items(JsonNode arrayOrObject) {
    return DarajaJson.elements(arrayOrObject).stream()
        .flatMap(
            item ->
                DarajaJson.text(item, "Key")
                    .map(key -> new Item(key, DarajaJson.text(item, "Value")))
                    .stream())
        .toList();
  }

  /** Whether the request was carried out; of a query, whether it was answered. */
  public boolean isSuccess() {
    return code.equals(SUCCESS);
  }

  /** The first value of this key. */
  public Optional<String> parameter(String key) {
    return valuesOf(parameters, key).findFirst();
  }

  /** The values of this key, in their order. */
  List<String> parameters(String key) {
    return valuesOf(parameters, key).toList();
  }

  /** The first value of this key among the reference items. */
  public Optional<String> reference(String key) {
    return valuesOf(references, key).findFirst();
  }

  private static Stream<String> valuesOf(List<Item> items, String key) {
    return items.stream().filter(item -> item.key().equals(key)).flatMap(i -> i.value().stream());
  }

  /** The amount of the payment. */
  public Optional<Money> amount() {
    return amountText().flatMap(WholeShillings::parse);
  }

  /** Whether an amount is told that cannot be read. */
  boolean hasUnreadableAmount() {
    return amountText().isPresent() && amount().isEmpty();
  }

  private Optional<String> amountText() {
    return parameter("TransactionAmount").or(() -> parameter("Amount"));
  }

  /** The number of the payment that its receiver sees. */
  public Optional<String> receipt() {
    return parameter("TransactionReceipt").or(() -> transactionId);
  }

  /** Without the parameters, which are personal. */
  @Override
  public String toString() {
    return "DarajaResult[" + code + ", " + conversationId.orElse("") + "]";
  }
}
