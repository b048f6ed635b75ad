package org.mizani.rail.kit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Payout that a partner asks for.
 *
 * @param path of the request, such as {@code /business/payout/transfer}
 * @param body of the request; the reference is put into it
 */
public record KitOrder(String path, Map<String, Object> body) {

  /** The body under this reference. */
  Map<String, Object> under(String reference) {
    Map<String, Object> referenced = new LinkedHashMap<>(body);
    referenced.put("businessReference", reference);
    return referenced;
  }
}
