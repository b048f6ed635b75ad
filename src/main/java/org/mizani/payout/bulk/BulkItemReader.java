package org.mizani.payout.bulk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.mizani.corridor.Channel;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.BodyFault;
import org.mizani.http.Fields;
import org.mizani.payout.PayoutOrder;
import org.mizani.payout.request.PayoutOrderReader;
import org.mizani.payout.request.PayoutRequest;
import org.mizani.payout.request.PayoutRequest.BankPayoutRequest;
import org.mizani.payout.request.PayoutRequest.PaymentRequest;
import org.mizani.payout.request.PayoutRequest.TransferRequest;

/**
 * Reader of items: each is the body of one of the three requests for a payout, with its {@code
 * kind}, the last part of that request's path.
 */
@Singleton
final class BulkItemReader {

  private static final String REFERENCE = "businessReference";
  private static final Map<String, Class<? extends PayoutRequest>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("transfer", TransferRequest.class);
    KINDS.put("payment", PaymentRequest.class);
    KINDS.put("bank", BankPayoutRequest.class);
  }

  private static final String AMOUNT = "amount";

  /** Of a paybill: that of a till is ignored. */
  private static final String ACCOUNT = "receiverAccount";

  /** The fields that requests of one kind alone have. */
  private static final Map<String, Set<String>> OWN_FIELDS =
      Map.of(
          "transfer",
          Set.of("receiverPhone"),
          "payment",
          Set.of("type", "receiverLipaNumber", ACCOUNT),
          "bank",
          Set.of("receiverBankCode", "receiverAccountNumber", "receiverEmail"));

  private static final Set<String> OF_ONE_KIND =
      OWN_FIELDS.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

  private final ObjectMapper mapper;
  private final PayoutOrderReader orders;

  BulkItemReader(ObjectMapper mapper, PayoutOrderReader orders) {
    this.mapper = mapper;
    this.orders = orders;
  }

  /**
   * The order that an item makes.
   *
   * @throws ApiException 400 as that of its request, and where the kind is none
   */
  PayoutOrder read(JsonNode item) {
    if (item == null || !item.isObject()) {
      throw ApiFault.BODY_NOT_OBJECT.asException();
    }
    try {
      return orders.read(mapper.treeToValue(item, KINDS.get(kind(item))));
    } catch (JsonProcessingException e) {
      throw BodyFault.of(e).asException();
    }
  }

  /**
   * What its order reads of an item that can be read. The rest is unknown: a short number may be
   * long when it is written.
   */
  static JsonNode kept(JsonNode item) {
    Set<String> own = OWN_FIELDS.get(kind(item));
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    item.properties()
        .forEach(
            field -> {
              String name = field.getKey();
              boolean isOfKind = own.contains(name) || !OF_ONE_KIND.contains(name);
              if (isOfKind && (field.getValue().isTextual() || name.equals(AMOUNT))) {
                kept.set(name, field.getValue());
              }
            });
    return isOfTill(kept) ? kept.without(ACCOUNT) : kept;
  }

  private static boolean isOfTill(JsonNode item) {
    return item.hasNonNull("type")
        && Channel.ofMerchantType(item.get("type").textValue()) == Channel.TILL;
  }

  private static String kind(JsonNode item) {
    JsonNode kind = item.path("kind");
    if (kind.isMissingNode() || kind.isNull()) {
      throw ApiFault.required("kind").asException();
    }
    if (!kind.isTextual()) {
      throw ApiFault.wrongType("kind").asException();
    }
    String text = Fields.required("kind", kind.textValue());
    if (!KINDS.containsKey(text)) {
      throw ApiFault.notOneOf("kind", String.join(", ", KINDS.keySet())).asException();
    }
    return text;
  }

  /** The reference that an unreadable item names; null where it names none that could be one. */
  static String reference(JsonNode item) {
    try {
      return item == null
          ? null
          : Fields.optional(REFERENCE, item.path(REFERENCE).textValue()).orElse(null);
    } catch (ApiException e) {
      return null;
    }
  }
}
