package org.mizani.fault;

/** Refusals about deliveries of webhooks, to operators and to the businesses that they are of. */
public final class WebhookFault {

  public static final ApiFault DELIVERY_NOT_FOUND =
      ApiFault.of(ErrorCode.RECORD_NOT_FOUND, "delivery not found");
  public static final ApiFault DELIVERY_PENDING =
      ApiFault.of(ErrorCode.CONFLICT, "delivery is pending");

  private WebhookFault() {}
}
