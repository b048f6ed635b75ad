package org.mizani.payout.bulk;

import org.mizani.fault.ApiFault;
import org.mizani.payout.PayoutOrder;

/**
 * Item as it was read.
 *
 * @param businessReference null where the item names none that could be one
 * @param order null if it is refused
 * @param refusal null if it can be read
 */
record ReadItem(int index, String businessReference, PayoutOrder order, ApiFault refusal) {

  static ReadItem of(int index, PayoutOrder order) {
    return new ReadItem(index, order.terms().businessReference(), order, null);
  }

  static ReadItem unreadable(int index, String businessReference, ApiFault refusal) {
    return new ReadItem(index, businessReference, null, refusal);
  }

  ReadItem refusedFor(ApiFault other) {
    return new ReadItem(index, businessReference, order, other);
  }

  boolean isRefused() {
    return refusal != null;
  }

  /** As an item of a batch that is refused without more of judgement. */
  JudgedItem unjudged() {
    return new JudgedItem(index, businessReference, null, refusal);
  }
}
