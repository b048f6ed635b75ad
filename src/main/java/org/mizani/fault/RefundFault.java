package org.mizani.fault;

import java.util.UUID;
import org.mizani.fault.ApiFault.ApiException;

/** Refusals of refunds to the business that asks for them. */
public final class RefundFault {

  private RefundFault() {}

  /** 409: the reference has refunded a part of this collection, or all of it, before. */
  public static ApiFault referenceUsed(UUID collection, UUID refund, boolean differently) {
    return ApiFault.referenceUsedAt(
        "/business/collections/" + collection + "/refunds", refund, differently);
  }

  /** The same refusal as operators get, with a code that partners know. */
  public static ApiException ofOperators(ApiException refusal) {
    return refusal.fault().code() == ErrorCode.CONFLICT
        ? ApiFault.of(ErrorCode.COLLECTION_NOT_REFUNDABLE, refusal.fault().message()).asException()
        : refusal;
  }
}
