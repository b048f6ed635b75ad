package org.mizani.collection;

/** What {@code statusMessage} says where the rail has no words of its own. */
final class StatusMessages {

  static final String PENDING = "waiting for the customer to approve";
  static final String SUCCESS = "paid by the customer";
  static final String EXPIRED = "collection expired";
  static final String NOT_PAID = "not paid by the customer";
  static final String CANCELLED = "cancelled";
  static final String PAID_LATE = "paid and credited after the collection had ended";

  private StatusMessages() {}
}
