package org.mizani.fault;

/** Refusals of batches of payouts and of their items. */
public final class BulkFault {

  public static final ApiFault NOT_FOUND =
      ApiFault.of(ErrorCode.RECORD_NOT_FOUND, "bulk not found");

  /** 409 to an item that could be created, of a batch of which all are or none. */
  public static final ApiFault OTHER_ITEM_REFUSED =
      ApiFault.of(ErrorCode.BULK_REFUSED, "another item of the bulk is refused");

  /** 409 to an item with the reference of one before it, for the same payout. */
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
