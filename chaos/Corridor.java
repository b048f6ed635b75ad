import java.util.Map;

/** Countries with the designated recipients of the test environment. Uganda has tills alone. */
enum Corridor {
  KE(Currency.KES, "+2547123456", "78"),
  TZ(Currency.TZS, "+2557540000", "01"),
  UG(Currency.UGX, "4000", "01"),
  ZA(Currency.ZAR, "+278210000", "01");

  private final Currency currency;
  private final String number;
  private final String payingEnding;

  /**
   * A country.
   *
   * @param number of its recipients, without the last two digits
   * @param payingEnding the last two digits of the one that is paid at once
   */
  Corridor(Currency currency, String number, String payingEnding) {
    this.currency = currency;
    this.number = number;
    this.payingEnding = payingEnding;
  }

  Currency currency() {
    return currency;
  }

  /** The path of its payouts. */
  String path() {
    return this == UG ? "/business/payout/payment" : "/business/payout/transfer";
  }

  /** The fields of a payout request that tell the recipient. */
  Map<String, String> fields(Recipient recipient) {
    return this == UG
        ? Map.of("type", "till", "receiverLipaNumber", number(recipient))
        : Map.of("receiverPhone", number(recipient));
  }

  /** The phone or till of a recipient. */
  String number(Recipient recipient) {
    return number + (recipient == Recipient.PAID ? payingEnding : recipient.ending());
  }
}
