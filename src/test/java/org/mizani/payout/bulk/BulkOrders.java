package org.mizani.payout.bulk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.mizani.support.Response;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Orders of batches, for tests. */
final class BulkOrders {

  static final String PATH = "/business/payouts/bulk";

  private BulkOrders() {}

  /** An item that pays 1000 KES to a phone: 7.91 USD with the fee. */
  static Map<String, Object> transfer(String reference) {
    return of("transfer", TestPartners.transferOf(reference));
  }

  /** An item of this kind. */
  static Map<String, Object> of(String kind, Map<String, Object> body) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("kind", kind);
    item.putAll(body);
    return item;
  }

  /** So many items, with the references {@code prefix 0, prefix 1, …}. */
  static List<Map<String, Object>> transfers(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> transfer(prefix + " " + i)).toList();
  }

  static Map<String, Object> body(List<?> items, boolean atomic) {
    return Map.of("items", items, "atomic", atomic);
  }

  static Response send(Partner partner, List<?> items) {
    return partner.request().body(body(items, false)).post(PATH);
  }

  static Response sendAtomic(Partner partner, List<?> items) {
    return partner.request().body(body(items, true)).post(PATH);
  }
}
