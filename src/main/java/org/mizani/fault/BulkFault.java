package org.mizani.fault;

/** Refusals of batches of payouts and of their items. */
public final class BulkFault {

  public static final ApiFault NOT_FOUND =
      ApiFault.of(ErrorCode.RECORD_NOT_FOUND, "bulk not found");

  /** 409 to an item that could be created, of a batch of which all are or none. */
  public static final ApiFault OTHER_ITEM_REFUSED =
      ApiFault.of(ErrorCode.BULK_REFUSED, "another item of the bulk is refused");

  /** 400 to an item of a batch for a later time: a quote has expired by then. */
  public static final ApiFault QUOTE_OF_SCHEDULED =
      ApiFault.invalid("quoteId", "cannot be used in a scheduled bulk");

  /** 401 to the items of a batch whose key has ended before its time. */
  public static final ApiFault KEY_ENDED =
      ApiFault.of(ErrorCode.KEY_REVOKED, "api key of the bulk is revoked or has expired");

  /** 503 to the items of a scheduled batch of which each try has failed as a whole. */
  public static final ApiFault NOT_EXECUTED =
      ApiFault.of(ErrorCode.BULK_NOT_EXECUTED, "bulk could not be executed");

  /** 409 to the cancellation of a batch whose execution has begun, or that is over. */
  public static final ApiFault NOT_SCHEDULED =
      ApiFault.of(ErrorCode.BULK_NOT_SCHEDULED, "bulk is not scheduled any more");

  /** 409 to a batch for a later time beyond the most that the business may have. */
  public static final ApiFault TOO_MANY_SCHEDULED =
      ApiFault.of(ErrorCode.TOO_MANY_BULKS, "too many scheduled bulks");

  /**
   * 409 to an item with the reference of one before it, for the same payout, or with that of a
   * scheduled one.
   */
  public static final ApiFault REPEATED =
      ApiFault.of(ErrorCode.REFERENCE_USED, ApiFault.DUPLICATE_REFERENCE.message())
          .at("businessReference");

  /** 409 to an item with the reference of one before it, for another payout. */
  public static final ApiFault REPEATED_DIFFERENTLY =
      ApiFault.of(ErrorCode.REFERENCE_USED_DIFFERENTLY, ApiFault.DUPLICATE_REFERENCE.message())
          .at("businessReference");

  private BulkFault() {}

  /** 400 to a batch in CSV of which this line is malformed. */
  public static ApiFault csv(long line, String what) {
    return ApiFault.of(ErrorCode.CSV_SYNTAX, "line " + line + ": " + what);
  }
}
