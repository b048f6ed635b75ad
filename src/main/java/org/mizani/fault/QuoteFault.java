package org.mizani.fault;

/** Refusals of quotes, and of a payout for the sake of the quote that it names. */
public final class QuoteFault {

  public static final ApiFault NOT_GIVEN =
      ApiFault.of(ErrorCode.QUOTES_NOT_GIVEN, "quotes are not given at present");
  public static final ApiFault NOT_FOUND = of(ErrorCode.QUOTE_NOT_FOUND, "quote not found");
  public static final ApiFault USED = of(ErrorCode.QUOTE_USED, "quote is used");
  public static final ApiFault EXPIRED = of(ErrorCode.QUOTE_EXPIRED, "quote has expired");
  public static final ApiFault DIFFERS =
      of(ErrorCode.QUOTE_DIFFERS, "quote is of another amount or currency");

  private QuoteFault() {}

  private static ApiFault of(ErrorCode code, String message) {
    return ApiFault.of(code, message).at("quoteId");
  }
}
