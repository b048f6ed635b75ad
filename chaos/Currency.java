import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Currencies of wallets. All but the dollar are also those of recipients. */
enum Currency {
  USD("1", 2),
  KES("129", 2),
  TZS("2600", 2),
  UGX("3700", 0),
  ZAR("18", 2);

  private static final int RATE_DECIMALS = 10;

  private final BigDecimal toTheDollar;
  private final int decimals;

  Currency(String toTheDollar, int decimals) {
    this.toTheDollar = new BigDecimal(toTheDollar);
    this.decimals = decimals;
  }

  /**
   * Currency pair of an exchange: from the sender's to the recipient's.
   *
   * @param from of the wallet
   * @param to in which the recipient is paid
   */
  record Pair(Currency from, Currency to) {

    /** A rate within three per cent of the usual one, with all decimals that the service takes. */
    BigDecimal rate() {
      int perHundredThousand = ThreadLocalRandom.current().nextInt(97_000, 103_001);
      return to.toTheDollar
          .multiply(BigDecimal.valueOf(perHundredThousand, 5))
          .divide(from.toTheDollar, RATE_DECIMALS, RoundingMode.HALF_UP);
    }
  }

  /** All pairs of the exchanges that can be asked for. */
  static List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (Currency from : values()) {
      for (Corridor corridor : Corridor.values()) {
        if (from != corridor.currency()) {
          pairs.add(new Pair(from, corridor.currency()));
        }
      }
    }
    return pairs;
  }

  /** A random one: every other the Kenyan shilling, so that its wallets are busy. */
  static Currency ofSender() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return random.nextBoolean() ? KES : values()[random.nextInt(values().length)];
  }

  /** An amount worth 20 to 2000 Kenyan shillings, to the last cent. */
  BigDecimal amount() {
    int kenyanCents = ThreadLocalRandom.current().nextInt(20_00, 2000_00);
    return BigDecimal.valueOf(kenyanCents, KES.decimals)
        .multiply(toTheDollar)
        .divide(KES.toTheDollar, decimals, RoundingMode.UP);
  }
}
