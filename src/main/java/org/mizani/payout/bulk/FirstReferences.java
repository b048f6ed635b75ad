package org.mizani.payout.bulk;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BulkFault;
import org.mizani.payout.OrderGroups;
import org.mizani.payout.PayoutOrder;

/** References of a batch's items before the one that is judged: a repeat is refused with 409. */
final class FirstReferences {

  private final Map<String, PayoutOrder> firsts = new HashMap<>();

  /** The refusal of an order for its reference, if an order before it has the same. */
  Optional<ApiFault> refusal(PayoutOrder order) {
    PayoutOrder first = firsts.putIfAbsent(order.terms().businessReference(), order);
    return Optional.ofNullable(first).map(one -> refusal(OrderGroups.differ(one, order)));
  }

  private static ApiFault refusal(boolean differs) {
    return differs ? BulkFault.REPEATED_DIFFERENTLY : BulkFault.REPEATED;
  }

  /** Whether an item was refused because one before it has its reference. */
  static boolean isRepeat(JudgedItem item) {
    return item.refusal() == BulkFault.REPEATED || item.refusal() == BulkFault.REPEATED_DIFFERENTLY;
  }
}
