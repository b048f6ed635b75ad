package org.mizani.fault;

import java.time.Duration;

/** Refusals of a request beyond a limit of its business, which may be sent again later. */
public final class LimitFault {

  /** Time after which a document that is being read may have ended. */
  private static final Duration ANOTHER_DOCUMENT = Duration.ofSeconds(1);

  private LimitFault() {}

  /** 429: the business has made as many payouts as it may in this hour. */
  public static ApiFault payoutsExceeded(Duration untilNextHour) {
    return reached("too many payouts in an hour", untilNextHour);
  }

  /** 429: the payout would exceed the sum of this UTC day in a country; a smaller one may not. */
  public static ApiFault daySumExceeded(String country, Duration untilNextDay) {
    return reached("too much paid out to " + country + " in a day", untilNextDay);
  }

  /** 429: this phone has been prompted as often as the business may in this hour. */
  public static ApiFault promptsExceeded(Duration untilNextHour) {
    return reached("too many prompts of this phone in an hour", untilNextHour);
  }

  /** 429: this phone has been looked up as often as the business may in this hour. */
  public static ApiFault lookUpsExceeded(Duration untilNextHour) {
    return reached("too many look-ups of this phone in an hour", untilNextHour);
  }

  /** 429: the business reads a statement already, and may read one at a time on a pod. */
  public static ApiFault statementBeingRead() {
    return reached("a statement is being read already", ANOTHER_DOCUMENT);
  }

  /** 429: the operator reads an export already, and may read one at a time on a pod. */
  public static ApiFault exportBeingRead() {
    return reached("an export is being read already", ANOTHER_DOCUMENT);
  }

  /** 429: the business has as many quotes that are neither used nor expired as it may. */
  public static ApiFault openQuotesExceeded(Duration untilOneExpires) {
    return reached("too many open quotes", untilOneExpires);
  }

  /** 429: the business has replayed as many single deliveries as it may in this UTC day. */
  public static ApiFault replaysExceeded(Duration untilNextDay) {
    return reached("too many replays in a day", untilNextDay);
  }

  private static ApiFault reached(String message, Duration wait) {
    return ApiFault.of(ErrorCode.LIMIT_REACHED, message).retryIn(wait);
  }
}
