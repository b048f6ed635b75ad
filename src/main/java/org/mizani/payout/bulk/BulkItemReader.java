package org.mizani.payout.bulk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
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
