package org.mizani.corridor;

import io.smallrye.config.ConfigMapping;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/** Settings {@code payments.corridor.*}. */
@ConfigMapping(prefix = "payments.corridor")
public interface CorridorConfig {

  /** Limits of single payouts by corridor: {@code ke-mobile}, {@code ug-till}, {@code za-bank}. */
  Map<String, Limit> limits();

  /** The smallest and largest amount of one payout, in major units of the receiver's currency. */
  interface Limit {
    Optional<BigDecimal> minimum();

    Optional<BigDecimal> maximum();
  }
}
