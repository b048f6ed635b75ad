package org.mizani.operator.business;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.business.BusinessLimits;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;

/**
 * Fields of a business's limits, as operators send them; null for those of the settings.
 *
 * @param largestPayouts in major units by the receiver's currency
 * @param dailyPayouts in major units by the country
 */
record LimitFields(
    Map<String, BigDecimal> largestPayouts,
    Map<String, BigDecimal> dailyPayouts,
    BigDecimal payoutsPerHour,
    BigDecimal promptsPerPhone,
    BigDecimal lookUpsPerPhone) {

  private static final AmountField<CurrencyUnit> LARGEST =
      new AmountField<>(
          "largestPayouts",
          Arrays.stream(Country.values()).map(Country::currency).distinct().toList(),
          Function.identity());
  private static final AmountField<Country> DAILY =
      new AmountField<>("dailyPayouts", List.of(Country.values()), Country::currency);
  private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

  /**
   * The limits of these fields.
   *
   * @throws ApiFault.ApiException 400 with the name of the first field that breaks its rule
   */
  BusinessLimits parsed() {
    return new BusinessLimits(
        LARGEST.parsed(largestPayouts),
        DAILY.parsed(dailyPayouts),
        count("payoutsPerHour", payoutsPerHour),
        count("promptsPerPhone", promptsPerPhone),
        count("lookUpsPerPhone", lookUpsPerPhone));
  }

  private static Optional<Integer> count(String field, BigDecimal value) {
    if (value == null) {
      return Optional.empty();
    }
    boolean whole = value.signum() > 0 && value.compareTo(MOST) <= 0 && isWhole(value);
    if (!whole) {
      throw ApiFault.invalid(field, "must be a whole number from 1 to " + MOST).asException();
    }
    return Optional.of(value.intValueExact());
  }

  private static boolean isWhole(BigDecimal value) {
    return value.stripTrailingZeros().scale() <= 0;
  }
}
