package org.mizani.payout.bulk;

import java.util.HashMap;
import java.util.Map;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BulkFault;
import org.mizani.payout.OrderGroups;
import org.mizani.payout.PayoutOrder;

/** References of a batch's items before the one that is judged: a repeat is refused with 409. */
final class FirstReferences {

  private final Map<String, PayoutOrder> firsts = new HashMap<>();

  JudgedItem judge(JudgedItem item) {
    return item.orderWithReference().map(order -> judge(item, order)).orElse(item);
  }

  private JudgedItem judge(JudgedItem item, PayoutOrder order) {
    PayoutOrder first = firsts.putIfAbsent(item.businessReference(), order);
    return first == null ? item : item.refusedFor(refusal(OrderGroups.differ(first, order)));
  }

  private static ApiFault refusal(boolean differs) {
    return differs ? BulkFault.REPEATED_DIFFERENTLY : BulkFault.REPEATED;
  }

  /** Whether an item was refused because one before it has its reference. */
  static boolean isRepeat(JudgedItem item) {
    return item.refusal() == BulkFault.REPEATED || item.refusal() == BulkFault.REPEATED_DIFFERENTLY;
  }
}
