package org.mizani.business;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Limits of a business, as an operator enters them. Where it has none of its own, the settings
 * {@code payments.limits.*} count.
 *
 * @param largestPayouts the greatest amounts of one payout, by the receiver's currency
 * @param dailyPayouts the greatest sums of the payouts of a UTC day, by the country, in its
 *     currency
 * @param payoutsPerHour the most payouts in an hour
 * @param promptsPerPhone the most collections an hour from one phone
 * @param lookUpsPerPhone the most look-ups an hour of one phone
 */
public record BusinessLimits(
    Map<CurrencyUnit, Money> largestPayouts,
    Map<Country, Money> dailyPayouts,
    Optional<Integer> payoutsPerHour,
    Optional<Integer> promptsPerPhone,
    Optional<Integer> lookUpsPerPhone) {

  /** No limits of its own. */
  public static final BusinessLimits NONE =
      new BusinessLimits(Map.of(), Map.of(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Limits as they are stored.
   *
   * @param largestPayouts a JSON object of minor units by currency
   * @param dailyPayouts a JSON object of minor units by country
   * @param payoutsPerHour null for none, and likewise those of phones
   */
  public static BusinessLimits stored(
      JsonObject largestPayouts,
      JsonObject dailyPayouts,
      Integer payoutsPerHour,
      Integer promptsPerPhone,
      Integer lookUpsPerPhone) {
    return new BusinessLimits(
        StoredAmounts.read(largestPayouts),
        StoredAmounts.read(dailyPayouts, Country.class, Country::currency),
        Optional.ofNullable(payoutsPerHour),
        Optional.ofNullable(promptsPerPhone),
        Optional.ofNullable(lookUpsPerPhone));
  }
}
