package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.business.BusinessLimits;
import org.mizani.business.FeeTerms;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.Defaults;

/** Limits of the settings and of a business itself. */
class PartnerLimitsTest {

  private static final Map<String, String> LARGEST =
      Map.of("payments.limits.largest-payout.KES", "500.50");
  private static final PhoneNumber PHONE = PhoneNumber.stored("+254712345678");
  private static final Money OF_THE_SETTING = new Money(CurrencyUnit.KES, 500_50);
  private static final BusinessLimits OWN =
      new BusinessLimits(
          Map.of(CurrencyUnit.KES, new Money(CurrencyUnit.KES, 900_00)),
          Map.of(),
          Optional.empty(),
          Optional.of(7),
          Optional.empty());

  @Test
  void withoutASettingThereIsNoLargestPayout() {
    assertThat(
            limits(Map.of())
                .refusalOf(
                    caller(1, BusinessLimits.NONE),
                    Country.KE,
                    new Money(CurrencyUnit.KES, Money.MAX_MINOR)))
        .isEmpty();
  }

  /** The contract knows no limit but that of a key. */
  @Test
  void withoutASettingAPhoneIsNotCounted() {
    PartnerLimits limits = limits(Map.of());
    Caller caller = caller(1, BusinessLimits.NONE);

    // There is no database here that a statement could go to.
    limits.countLookUp(caller, PHONE.e164()).await().atMost(PATIENCE);

    assertThat(limits.ofPrompts(caller, PHONE)).isEmpty();
  }

  @Test
  void theSettingIsTheLimitOfAPhoneOfABusinessWithoutItsOwn() {
    PartnerLimits limits = limits(Map.of("payments.limits.prompts-per-phone", "30"));

    assertThat(limits.ofPrompts(caller(1, BusinessLimits.NONE), PHONE))
        .hasValueSatisfying(limit -> assertThat(limit.most()).isEqualTo(30));
  }

  @Test
  void theSettingIsTheLargestPayoutOfABusinessWithoutItsOwn() {
    PartnerLimits limits = limits(LARGEST);
    Caller caller = caller(1, BusinessLimits.NONE);

    assertThat(limits.refusalOf(caller, Country.KE, OF_THE_SETTING)).isEmpty();
    assertThat(limits.refusalOf(caller, Country.KE, new Money(CurrencyUnit.KES, 500_51)))
        .contains(ApiFault.amountOutOfRange("must be at most 500.5 KES"));
  }

  @Test
  void aBusinesssOwnLimitsGoBeforeTheSettings() {
    Map<String, String> settings = new HashMap<>(LARGEST);
    settings.put("payments.limits.prompts-per-phone", "30");

    PartnerLimits limits = limits(settings);

    Caller caller = caller(1, OWN);
    assertThat(limits.refusalOf(caller, Country.KE, new Money(CurrencyUnit.KES, 900_00))).isEmpty();
    assertThat(limits.refusalOf(caller, Country.KE, new Money(CurrencyUnit.KES, 900_01)))
        .contains(ApiFault.amountOutOfRange("must be at most 900 KES"));
    assertThat(limits.ofPrompts(caller, PHONE))
        .hasValueSatisfying(limit -> assertThat(limit.most()).isEqualTo(7));
  }

  @Test
  void theSettingsAreTheLimitsOfPayoutsOfABusinessWithoutItsOwn() {
    Map<String, String> settings =
        Map.of("payments.limits.payouts-per-hour", "50", "payments.limits.daily-payouts.KE", "700");
    BusinessLimits own =
        new BusinessLimits(
            Map.of(),
            Map.of(Country.KE, new Money(CurrencyUnit.KES, 800_00)),
            Optional.of(60),
            Optional.empty(),
            Optional.empty());

    PartnerLimits limits = limits(settings);

    assertThat(limits.ofPayouts(caller(1, BusinessLimits.NONE), Country.KE))
        .isEqualTo(
            new PayoutLimits(Optional.of(50), Optional.of(new Money(CurrencyUnit.KES, 700_00))));
    assertThat(limits.ofPayouts(caller(1, own), Country.KE))
        .isEqualTo(
            new PayoutLimits(Optional.of(60), Optional.of(new Money(CurrencyUnit.KES, 800_00))));
    assertThat(limits.ofPayouts(caller(1, own), Country.TZ))
        .isEqualTo(new PayoutLimits(Optional.of(60), Optional.empty()));
  }

  @Test
  void withoutASettingPayoutsAreNotCounted() {
    assertThat(limits(Map.of()).ofPayouts(caller(1, BusinessLimits.NONE), Country.KE).exist())
        .isFalse();
  }

  /** Such a payout could be made on no day. */
  @Test
  void theLesserOfTheLargestPayoutAndTheSumOfADayHolds() {
    Map<String, String> settings = new HashMap<>(LARGEST);
    settings.put("payments.limits.daily-payouts.KE", "400");

    PartnerLimits limits = limits(settings);

    assertThat(limits.refusalOf(caller(1, BusinessLimits.NONE), Country.KE, OF_THE_SETTING))
        .contains(ApiFault.amountOutOfRange("must be at most 400 KES"));
    assertThat(limits.refusalOf(caller(1, OWN), Country.KE, new Money(CurrencyUnit.KES, 950_00)))
        .contains(ApiFault.amountOutOfRange("must be at most 400 KES"));
  }

  @ParameterizedTest
  @CsvSource({
    "payouts-per-hour,     0,     PAYMENTS_LIMITS_PAYOUTS_PER_HOUR must be at least 1.",
    "daily-payouts.KE,     0,     PAYMENTS_LIMITS_DAILY_PAYOUTS_KE must be an amount above 0 with at most 2 decimal places.",
    "daily-payouts.UG,     0.5,   PAYMENTS_LIMITS_DAILY_PAYOUTS_UG must be an amount above 0 with at most 0 decimal places.",
    "prompts-per-phone,    0,     PAYMENTS_LIMITS_PROMPTS_PER_PHONE must be at least 1.",
    "look-ups-per-phone,   -1,    PAYMENTS_LIMITS_LOOK_UPS_PER_PHONE must be at least 1.",
    "largest-payout.KES,   0,     PAYMENTS_LIMITS_LARGEST_PAYOUT_KES must be an amount above 0 with at most 2 decimal places.",
    "largest-payout.KES,   1.001, PAYMENTS_LIMITS_LARGEST_PAYOUT_KES must be an amount above 0 with at most 2 decimal places.",
    "largest-payout.UGX,   0.5,   PAYMENTS_LIMITS_LARGEST_PAYOUT_UGX must be an amount above 0 with at most 0 decimal places.",
    "largest-payout.KES,   1E+30, PAYMENTS_LIMITS_LARGEST_PAYOUT_KES must be an amount above 0 with at most 2 decimal places."
  })
  void refusesASettingThatIsNoLimit(String setting, String value, String refusal) {
    assertThatThrownBy(() -> limits(Map.of("payments.limits." + setting, value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(refusal)
        .hasNoCause();
  }

  @Test
  void inForceAreTheOwnLimitsAndForTheRestThoseOfTheSettings() {
    PartnerLimits limits =
        limits(
            Map.of(
                "payments.limits.largest-payout.KES", "500.50",
                "payments.limits.largest-payout.UGX", "700",
                "payments.limits.daily-payouts.KE", "400",
                "payments.limits.prompts-per-phone", "3",
                "payments.limits.payouts-per-hour", "9"));

    BusinessLimits own = limits.inForce(caller(1, OWN));
    BusinessLimits none = limits.inForce(caller(2, BusinessLimits.NONE));

    assertThat(own.largestPayouts())
        .containsOnly(
            Map.entry(CurrencyUnit.KES, new Money(CurrencyUnit.KES, 900_00)),
            Map.entry(CurrencyUnit.UGX, new Money(CurrencyUnit.UGX, 700)));
    assertThat(none.largestPayouts()).containsEntry(CurrencyUnit.KES, OF_THE_SETTING);
    assertThat(own.dailyPayouts())
        .containsOnly(Map.entry(Country.KE, new Money(CurrencyUnit.KES, 400_00)));
    assertThat(own.payoutsPerHour()).contains(9);
    assertThat(own.promptsPerPhone()).contains(7);
    assertThat(none.promptsPerPhone()).contains(3);
    assertThat(own.lookUpsPerPhone()).isEmpty();
  }

  /** The subjects are kept in the database, for two hours: a reader must not learn the number. */
  @Test
  void aPhoneHasASubjectOfItsOwnForEachBusinessAndKey() {
    PhoneNumber other = PhoneNumber.stored("+254712345679");

    UUID subject = subject((byte) 1, 1, PHONE);

    assertThat(subject((byte) 1, 1, PHONE)).isEqualTo(subject);
    assertThat(subject((byte) 1, 2, PHONE)).isNotEqualTo(subject);
    assertThat(subject((byte) 2, 1, PHONE)).isNotEqualTo(subject);
    assertThat(subject((byte) 1, 1, other)).isNotEqualTo(subject);
  }

  private static UUID subject(byte key, long business, PhoneNumber phone) {
    return limits(Map.of(), key).ofPrompts(caller(business, OWN), phone).orElseThrow().subject();
  }

  private static PartnerLimits limits(Map<String, String> settings) {
    return limits(settings, (byte) 1);
  }

  private static PartnerLimits limits(Map<String, String> settings, byte key) {
    byte[] raw = new byte[32];
    raw[0] = key;
    PhoneCounts phones =
        new PhoneCounts(null, new FieldEncryption(Map.of("key", raw)), new SimpleMeterRegistry());
    return new PartnerLimits(phones, Defaults.with(LimitsConfig.class, settings));
  }

  private static Caller caller(long business, BusinessLimits limits) {
    return new Caller(
        business,
        null,
        0,
        "",
        null,
        null,
        FeeTerms.USUAL,
        Optional.empty(),
        Caller.CollectionTerms.NONE,
        false,
        KeyPermissions.ALL,
        limits);
  }
}
