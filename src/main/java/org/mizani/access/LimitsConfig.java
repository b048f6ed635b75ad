package org.mizani.access;

import io.smallrye.config.ConfigMapping;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;

/**
 * Settings {@code payments.limits.*}: limits of businesses that have none of their own. By default
 * there are none: the contract knows the rate limit of a key alone.
 */
@ConfigMapping(prefix = "payments.limits")
public interface LimitsConfig {

  /** The greatest amount of one payout in major units, by the receiver's currency. */
  Map<CurrencyUnit, BigDecimal> largestPayout();

  /** The greatest sum of the payouts of a business in a UTC day in major units, by the country. */
  Map<Country, BigDecimal> dailyPayouts();

  /** Payouts an hour and business, over all pods. */
  Optional<Integer> payoutsPerHour();

  /** Collections an hour and business from one phone, over all pods. */
  Optional<Integer> promptsPerPhone();

  /** Look-ups an hour and business of one phone, over all pods. */
  Optional<Integer> lookUpsPerPhone();
}
