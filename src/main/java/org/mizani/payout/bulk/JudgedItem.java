package org.mizani.payout.bulk;

import java.util.Optional;
import org.mizani.fault.ApiFault;
import org.mizani.payout.PayoutOrder;
import org.mizani.payout.PreparedOrder;

/**
 * Item as it was judged before it is recorded.
 *
 * @param businessReference null where the item names none that could be one
 * @param prepared its order; null where it cannot be read, or is not judged
 * @param refusal null if it may be recorded
 */
record JudgedItem(int index, String businessReference, PreparedOrder prepared, ApiFault refusal) {

  static JudgedItem of(int index, PreparedOrder prepared) {
    return new JudgedItem(
        index,
        prepared.order().terms().businessReference(),
        prepared,
        prepared.refusal().orElse(null));
  }

  JudgedItem refusedFor(ApiFault other) {
    return new JudgedItem(index, businessReference, prepared, other);
  }

  boolean isReady() {
    return refusal == null;
  }

  /** The order, if a used reference is reported before its own refusal. */
  Optional<PayoutOrder> orderWithReference() {
    return prepared != null && prepared.yieldsToDuplicate()
        ? Optional.of(prepared.order())
        : Optional.empty();
  }

  BulkItem created() {
    return BulkItem.created(index, businessReference, prepared.serviceReference().toString());
  }

  BulkItem refused(ApiFault fault) {
    return BulkItem.refused(index, businessReference, ItemRefusal.of(fault));
  }
}
