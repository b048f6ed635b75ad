import java.util.concurrent.ThreadLocalRandom;

/** Recipients of payouts and customers of collections, by the end that these come to. */
enum Recipient {
  PAID("", "success", "success", 84),
  DECLINES("91", "failure", "failure", 10),
  NEVER_ANSWERS("92", "pending", "cancelled", 2),
  TIMES_OUT_AND_IS_PAID("93", "success", "success", 2),
  REFUSES_CONNECTIONS_FIRST("95", "success", "success", 2);

  private static final int HUNDRED = 100;

  private final String ending;
  private final String payout;
  private final String collection;
  private final int share;

  /**
   * A recipient.
   *
   * @param ending of its number, whatever the country
   * @param payout the status in which a payout ends
   * @param collection the status in which a collection ends
   * @param share how often of a hundred
   */
  Recipient(String ending, String payout, String collection, int share) {
    this.ending = ending;
    this.payout = payout;
    this.collection = collection;
    this.share = share;
  }

  String ending() {
    return ending;
  }

  String payout() {
    return payout;
  }

  String collection() {
    return collection;
  }

  /** A random one, by their shares. */
  static Recipient any() {
    int number = ThreadLocalRandom.current().nextInt(HUNDRED);
    for (Recipient recipient : values()) {
      number -= recipient.share;
      if (number < 0) {
        return recipient;
      }
    }
    throw new IllegalStateException("the shares are not a hundred");
  }
}
