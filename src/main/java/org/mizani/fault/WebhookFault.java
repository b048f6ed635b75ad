package org.mizani.fault;

import java.util.UUID;

/** Refusals about deliveries and endpoints of webhooks, to operators and to their businesses. */
public final class WebhookFault {

  public static final ApiFault DELIVERY_NOT_FOUND =
      ApiFault.of(ErrorCode.RECORD_NOT_FOUND, "delivery not found");
  public static final ApiFault DELIVERY_PENDING =
      ApiFault.of(ErrorCode.DELIVERY_PENDING, "delivery is pending");
  public static final ApiFault TOO_MANY_REPLAYS =
      ApiFault.of(ErrorCode.TOO_MANY_REPLAYS, "delivery was replayed too often");
  public static final ApiFault REPLAY_UNDER_WAY =
      ApiFault.of(ErrorCode.REPLAY_UNDER_WAY, "another replay of dead deliveries is under way");
  public static final ApiFault TOO_MANY_PENDING =
      ApiFault.of(ErrorCode.TOO_MANY_PENDING, "too many deliveries are pending");

  public static final ApiFault ENDPOINT_NOT_FOUND =
      ApiFault.of(ErrorCode.RECORD_NOT_FOUND, "webhook endpoint not found");
  public static final ApiFault TOO_MANY_ENDPOINTS =
      ApiFault.of(ErrorCode.TOO_MANY_ENDPOINTS, "too many webhook endpoints");
  public static final ApiFault ENDPOINT_DISABLED =
      ApiFault.of(ErrorCode.ENDPOINT_DISABLED, "webhook endpoint is disabled");
  public static final ApiFault TEST_TOO_SOON =
      ApiFault.of(ErrorCode.TEST_TOO_SOON, "webhook endpoint was tested a moment ago");

  private WebhookFault() {}

  /** 409: the idempotency key has made this endpoint; its secret cannot be shown again. */
  public static ApiFault alreadyMade(UUID endpoint) {
    return ApiFault.of(ErrorCode.ALREADY_MADE, "webhook endpoint " + endpoint + " was made already")
        .with("Location", "/business/webhook-endpoints/" + endpoint);
  }
}
