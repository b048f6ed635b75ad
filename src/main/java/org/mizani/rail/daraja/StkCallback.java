package org.mizani.rail.daraja;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.mizani.money.Money;

/**
 * Callback about a prompt. It is not signed, as a {@link DarajaResult} is not.
 *
 * @param merchantRequestId the first id of the acknowledgement
 * @param checkoutRequestId the id that the acknowledgement and queries name
 * @param code {@code 0} if the customer has paid
 * @param description in the network's words
 * @param receipt only if the customer has paid
 * @param amountText only if the customer has paid
 * @param phone of the customer, only after a payment; it may be masked
 */
public record StkCallback(
    Optional<String> merchantRequestId,
    String checkoutRequestId,
    String code,
    String description,
    Optional<String> receipt,
    Optional<String> amountText,
    Optional<String> phone) {

  /** The callback that this body is, or empty if it is none. */
  public static Optional<StkCallback> read(String body) {
    return read(DarajaJson.tree(body));
  }

  /** The callback in the tree of a body, likewise. */
  static Optional<StkCallback> read(JsonNode body) {
    JsonNode callback = body.path("Body").path("stkCallback");
    return DarajaJson.text(callback, "CheckoutRequestID")
        .flatMap(id -> DarajaJson.resultCode(callback).map(code -> read(id, code, callback)));
  }

  private static StkCallback read(String checkoutRequestId, String code, JsonNode callback) {
    JsonNode items = callback.path("CallbackMetadata").path("Item");
    return new StkCallback(
        DarajaJson.text(callback, "MerchantRequestID"),
        checkoutRequestId,
        code,
        DarajaJson.text(callback, "ResultDesc").orElse(""),
        item(items, "MpesaReceiptNumber"),
        item(items, "Amount"),
        item(items, "PhoneNumber"));
  }

  /** The amount that the customer has paid, where it is told and readable. */
  public Optional<Money> amount() {
    return amountText.flatMap(WholeShillings::parse);
  }

  /** Whether an amount is told that cannot be read. */
  boolean hasUnreadableAmount() {
    return amountText.isPresent() && amount().isEmpty();
  }

  private static Optional<String> item(JsonNode items, String name) {
    return DarajaJson.elements(items).stream()
        .filter(item -> DarajaJson.text(item, "Name").filter(name::equals).isPresent())
        .flatMap(item -> DarajaJson.text(item, "Value").stream())
        .findFirst();
  }

  /** Without the customer's data. */
  @Override
  public String toString() {
    return "StkCallback[" + code + ", " + checkoutRequestId + "]";
  }
}
