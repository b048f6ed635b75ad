package org.mizani.rail.kit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Payout request of a partner.
 *
 * @param path of the request, such as {@code /business/payout/transfer}
 * @param body of the request, without a reference
 */
public record KitOrder(String path, Map<String, Object> body) {

  /** Returns the body with this reference. */
  Map<String, Object> under(String reference) {
    Map<String, Object> referenced = new LinkedHashMap<>(body);
    referenced.put("businessReference", reference);
    return referenced;
  }
}
