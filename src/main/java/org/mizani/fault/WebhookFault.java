package org.mizani.fault;

/** Refusals about deliveries of webhooks, to operators and to the businesses that they are of. */
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

  private WebhookFault() {}
}
