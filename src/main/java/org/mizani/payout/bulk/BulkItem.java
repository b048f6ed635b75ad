package org.mizani.payout.bulk;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Item of a batch: created or refused; of one that is not executed, as that is.
 *
 * @param index its place in the request, from 0
 * @param businessReference null where the item names none that could be one
 * @param result {@code created} or {@code refused}; {@code scheduled}, {@code cancelled} or {@code
 *     expired} as its batch is, if it was not refused when that was ordered
 * @param serviceReference the payout that was created, null if it was refused
 * @param status the payout's by now, where the batch is read; else null
 * @param refusal null if it was created
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BulkItem(
    int index,
    String businessReference,
    String result,
    String serviceReference,
    String status,
    ItemRefusal refusal) {

  static BulkItem created(int index, String businessReference, String serviceReference) {
    return new BulkItem(index, businessReference, "created", serviceReference, null, null);
  }

  static BulkItem refused(int index, String businessReference, ItemRefusal refusal) {
    return new BulkItem(index, businessReference, "refused", null, null, refusal);
  }

  /** An item that was not refused, of a batch that is not executed. */
  static BulkItem unexecuted(int index, String businessReference, String result) {
    return new BulkItem(index, businessReference, result, null, null, null);
  }

  boolean isCreated() {
    return serviceReference != null;
  }

  boolean isRefused() {
    return refusal != null;
  }

  /** The same item, at this place of the request. */
  BulkItem at(int place) {
    return new BulkItem(place, businessReference, result, serviceReference, status, refusal);
  }

  /** The same item, with the status that its payout has by now. */
  BulkItem with(String payoutStatus) {
    return new BulkItem(index, businessReference, result, serviceReference, payoutStatus, refusal);
  }
}
