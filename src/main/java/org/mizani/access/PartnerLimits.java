package org.mizani.access;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.mizani.access.PhoneCounts.PhoneLimit;
import org.mizani.business.BusinessLimits;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Limits of businesses: the amount of a payout, payouts an hour and their sum a day and country,
 * and prompts and look-ups of one phone in an hour, by the database's clock and over all pods. The
 * limit of a business itself goes before the setting. With neither, nothing is counted.
 */
@ApplicationScoped
public class PartnerLimits {

  private final PhoneCounts phones;
  private final Map<CurrencyUnit, Money> largestPayouts = new EnumMap<>(CurrencyUnit.class);
  private final Map<Country, Money> dailyPayouts = new EnumMap<>(Country.class);
  private final Optional<Integer> payoutsPerHour;
  private final Optional<Integer> promptsPerPhone;
  private final Optional<Integer> lookUpsPerPhone;

  /**
   * Limits of a business's payouts.
   *
   * @param anHour how many are made in an hour
   * @param aDay their greatest sum in a UTC day, to one country
   */
  public record PayoutLimits(Optional<Integer> anHour, Optional<Money> aDay) {

    /** The limits of a business without any. */
    public static final PayoutLimits NONE = new PayoutLimits(Optional.empty(), Optional.empty());

    /** Whether there is one. */
    public boolean exist() {
      return anHour.isPresent() || aDay.isPresent();
    }
  }

  PartnerLimits(PhoneCounts phones, LimitsConfig config) {
    this.phones = phones;
    this.payoutsPerHour = atLeastOne("PAYOUTS_PER_HOUR", config.payoutsPerHour());
    this.promptsPerPhone = atLeastOne("PROMPTS_PER_PHONE", config.promptsPerPhone());
    this.lookUpsPerPhone = atLeastOne("LOOK_UPS_PER_PHONE", config.lookUpsPerPhone());
    config
        .largestPayout()
        .forEach(
            (currency, major) ->
                largestPayouts.put(
                    currency, amount("LARGEST_PAYOUT_" + currency, currency, major)));
    config
        .dailyPayouts()
        .forEach(
            (country, major) ->
                dailyPayouts.put(
                    country, amount("DAILY_PAYOUTS_" + country, country.currency(), major)));
  }

  private static Optional<Integer> atLeastOne(String setting, Optional<Integer> limit) {
    if (limit.isPresent() && limit.get() < 1) {
      throw new ConfigurationException("PAYMENTS_LIMITS_" + setting + " must be at least 1.");
    }
    return limit;
  }

  private static Money amount(String setting, CurrencyUnit currency, BigDecimal major) {
    if (major.signum() <= 0
        || Money.isFinerThan(currency, major)
        || major.compareTo(new Money(currency, Money.MAX_MINOR).major()) > 0) {
      throw new ConfigurationException(
          "PAYMENTS_LIMITS_%s must be an amount above 0 with at most %d decimal places."
              .formatted(setting, currency.minorDigits()));
    }
    return Money.exactly(currency, major);
  }

  /**
   * The refusal of an amount that is too much for one payout of this business, or for all of a day.
   *
   * @param amount in the country's currency
   */
  public Optional<ApiFault> refusalOf(Caller caller, Country country, Money amount) {
    Optional<Money> largest =
        limit(caller.limits().largestPayouts(), largestPayouts, amount.currency());
    return Stream.concat(largest.stream(), ofDay(caller, country).stream())
        .filter(most -> amount.minor() > most.minor())
        .min(Comparator.comparingLong(Money::minor))
        .map(most -> ApiFault.amountOutOfRange("must be at most " + most));
  }

  /** The limits of this business: its own, and those of the settings where it has none. */
  public BusinessLimits inForce(Caller caller) {
    BusinessLimits own = caller.limits();
    return new BusinessLimits(
        merged(largestPayouts, own.largestPayouts()),
        merged(dailyPayouts, own.dailyPayouts()),
        own.payoutsPerHour().or(() -> payoutsPerHour),
        own.promptsPerPhone().or(() -> promptsPerPhone),
        own.lookUpsPerPhone().or(() -> lookUpsPerPhone));
  }

  private static <K> Map<K, Money> merged(Map<K, Money> settings, Map<K, Money> own) {
    Map<K, Money> merged = new HashMap<>(settings);
    merged.putAll(own);
    return merged;
  }

  /** The limits of the payouts of this business to a country, of which its payouts count. */
  public PayoutLimits ofPayouts(Caller caller, Country country) {
    return new PayoutLimits(
        caller.limits().payoutsPerHour().or(() -> payoutsPerHour), ofDay(caller, country));
  }

  private Optional<Money> ofDay(Caller caller, Country country) {
    return limit(caller.limits().dailyPayouts(), dailyPayouts, country);
  }

  private static <K> Optional<Money> limit(Map<K, Money> own, Map<K, Money> settings, K key) {
    return Optional.ofNullable(own.get(key)).or(() -> Optional.ofNullable(settings.get(key)));
  }

  /** The limit of the prompts that this phone may get from this business. */
  public Optional<PhoneLimit> ofPrompts(Caller caller, PhoneNumber phone) {
    return caller
        .limits()
        .promptsPerPhone()
        .or(() -> promptsPerPhone)
        .map(most -> phones.limit("prompts", caller, phone.e164(), most));
  }

  /**
   * Counts one look-up of a phone, if look-ups of this business have a limit.
   *
   * @param phone in E.164
   * @throws ApiFault.ApiException (as failure) 429 beyond the limit
   */
  public Uni<Void> countLookUp(Caller caller, String phone) {
    return caller
        .limits()
        .lookUpsPerPhone()
        .or(() -> lookUpsPerPhone)
        .map(most -> phones.countLookUp(phones.limit("look-ups", caller, phone, most)))
        .orElseGet(() -> Uni.createFrom().voidItem());
  }
}
