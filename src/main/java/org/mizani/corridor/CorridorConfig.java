package org.mizani.corridor;

import io.smallrye.config.ConfigMapping;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/** Settings {@code payments.corridor.*}. */
@ConfigMapping(prefix = "payments.corridor")
public interface CorridorConfig {

  /**
   * Limits of single payouts by country and channel, both in lower case: {@code
   * limits.ke.mobile.maximum}. (Not one word with a dash: no environment variable could name it.)
   */
  Map<String, Map<String, Limit>> limits();

  /** The smallest and largest amount of one payout, in major units of the receiver's currency. */
  interface Limit {
    Optional<BigDecimal> minimum();

    Optional<BigDecimal> maximum();
  }
}
