package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Limits beyond which operations wait, by setting and environment. */
class ApprovalRulesTest {

  private static final String ABOVE = "movement-above";
  private static final String PERCENT = "rate-change-percent";

  @ParameterizedTest
  @CsvSource({
    "KES, 1000, false",
    "KES, 1000.01, true",
    "KES, -1000, false",
    "KES, -1000.01, true",
    "USD, 0.01, true",
    "USD, 0.00, false",
    "UGX, 1, true"
  })
  void aMovementAboveItsCurrencysAmountWaits(String currency, BigDecimal amount, boolean waits) {
    ApprovalRules rules = ApprovalLimits.of("test", Map.of(ABOVE, "KES:1000, USD:0"));

    boolean waiting = rules.movementWaits(Money.exactly(CurrencyUnit.valueOf(currency), amount));

    assertThat(waiting).isEqualTo(waits);
  }

  @ParameterizedTest
  @CsvSource({"1000, false", "1000.01, true"})
  void returnsRefundsAndRailSettlementsHaveLimitsOfTheirOwn(BigDecimal shillings, boolean wait) {
    Money amount = Money.exactly(CurrencyUnit.KES, shillings);

    assertThat(rules("return-above").returnWaits(amount)).isEqualTo(wait);
    assertThat(rules("refund-above").refundWaits(amount)).isEqualTo(wait);
    assertThat(rules("rail-settlement-above").railSettlementWaits(amount)).isEqualTo(wait);
    assertThat(rules("return-above").refundWaits(amount)).isFalse();
    assertThat(rules("refund-above").railSettlementWaits(amount)).isFalse();
    assertThat(rules("rail-settlement-above").movementWaits(amount)).isFalse();
    assertThat(rules(ABOVE).returnWaits(amount)).isFalse();
  }

  private static ApprovalRules rules(String setting) {
    return ApprovalLimits.of("test", Map.of(setting, "KES:1000"));
  }

  private static void assertMoneyWaits(ApprovalRules rules, Money amount, boolean waits) {
    assertThat(rules.movementWaits(amount)).isEqualTo(waits);
    assertThat(rules.returnWaits(amount)).isEqualTo(waits);
    assertThat(rules.refundWaits(amount)).isEqualTo(waits);
    assertThat(rules.railSettlementWaits(amount)).isEqualTo(waits);
  }

  @ParameterizedTest
  @CsvSource({
    "129, 129, , false",
    "141.9, 129, , false",
    "141.9000000001, 129, , true",
    "116.1, 129, , false",
    "116.0999999999, 129, , true",
    "129, , , true",
    "118, 109, 100, true",
    "110, 109, 100, false",
    "110, 109, , false"
  })
  void aRateFarFromTheOnesOfADayWaits(
      BigDecimal rate, BigDecimal inForce, BigDecimal dayBefore, boolean waits) {
    ApprovalRules rules = ApprovalLimits.of("test", Map.of(PERCENT, "10"));

    boolean waiting =
        rules.rateWaits(rate, Optional.ofNullable(inForce), Optional.ofNullable(dayBefore));

    assertThat(waiting).isEqualTo(waits);
  }

  @Test
  void withoutSettingsNoOperationWaits() {
    ApprovalRules rules = ApprovalLimits.of("test", Map.of());

    assertMoneyWaits(rules, new Money(CurrencyUnit.KES, Money.MAX_MINOR), false);
    assertThat(rules.rateWaits(BigDecimal.ONE, Optional.empty(), Optional.empty())).isFalse();
    assertThat(rules.sweepsWait()).isFalse();
    assertThat(rules.settlementsWait()).isFalse();
    assertThat(rules.feesWait()).isFalse();
    assertThat(rules.apiKeysWait()).isFalse();
    assertThat(rules.ownSecrets()).isFalse();
  }

  @Test
  void inProductionAllLimitsAreOn() {
    ApprovalRules rules = ApprovalLimits.of("production", Map.of());

    for (CurrencyUnit currency : CurrencyUnit.values()) {
      assertMoneyWaits(rules, new Money(currency, Money.MAX_MINOR), true);
      assertMoneyWaits(rules, new Money(currency, 1_000_000), false);
    }
    assertThat(rules.rateWaits(BigDecimal.TEN, Optional.of(BigDecimal.ONE), Optional.empty()))
        .isTrue();
    assertThat(rules.sweepsWait()).isTrue();
    assertThat(rules.settlementsWait()).isTrue();
    assertThat(rules.feesWait()).isTrue();
    assertThat(rules.apiKeysWait()).isTrue();
    assertThat(rules.ownSecrets()).isTrue();
  }

  @Test
  void inProductionEachLimitCanBeSwitchedOff() {
    ApprovalRules rules =
        ApprovalLimits.of(
            "production",
            Map.of(
                ABOVE,
                "never",
                "return-above",
                "never",
                "refund-above",
                "never",
                "rail-settlement-above",
                "never",
                PERCENT,
                "never",
                "sweeps",
                "false",
                "settlements",
                "false",
                "fees",
                "false",
                "api-keys",
                "false",
                "own-secrets",
                "false"));

    assertMoneyWaits(rules, new Money(CurrencyUnit.KES, Money.MAX_MINOR), false);
    assertThat(rules.rateWaits(BigDecimal.ONE, Optional.empty(), Optional.empty())).isFalse();
    assertThat(rules.sweepsWait()).isFalse();
    assertThat(rules.settlementsWait()).isFalse();
    assertThat(rules.feesWait()).isFalse();
    assertThat(rules.apiKeysWait()).isFalse();
    assertThat(rules.ownSecrets()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1000",
        "KES",
        "KES:",
        "KES:x",
        "KES:-1",
        "KES:0.001",
        "KES:1,KES:2",
        "XXX:1",
        "KES:1,",
        "KES:1:2",
        "kes:1"
      })
  void refusesAmountsThatAreNone(String amounts) {
    assertThatThrownBy(() -> ApprovalLimits.of("test", Map.of(ABOVE, amounts)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "PAYMENTS_APPROVAL_MOVEMENT_ABOVE must be amounts by currency,"
                + " such as KES:1000000,USD:10000, or never.")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "return-above, PAYMENTS_APPROVAL_RETURN_ABOVE",
    "refund-above, PAYMENTS_APPROVAL_REFUND_ABOVE",
    "rail-settlement-above, PAYMENTS_APPROVAL_RAIL_SETTLEMENT_ABOVE"
  })
  void refusesOtherAmountsThatAreNoneByTheirNames(String setting, String name) {
    assertThatThrownBy(() -> ApprovalLimits.of("test", Map.of(setting, "1000")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(name + " must be amounts by currency,")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "10 %"})
  void refusesAPercentageThatIsNone(String percent) {
    assertThatThrownBy(() -> ApprovalLimits.of("test", Map.of(PERCENT, percent)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "PAYMENTS_APPROVAL_RATE_CHANGE_PERCENT must be a percentage of 0 or more,"
                + " such as 10, or never.")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "expires-after, 59s, PAYMENTS_APPROVAL_EXPIRES_AFTER",
    "expires-after, 31d, PAYMENTS_APPROVAL_EXPIRES_AFTER",
    "draw-within, 59s, PAYMENTS_APPROVAL_DRAW_WITHIN",
    "draw-within, 31d, PAYMENTS_APPROVAL_DRAW_WITHIN",
    "every, 0s, PAYMENTS_APPROVAL_EVERY"
  })
  void refusesATimeOutOfRange(String setting, String value, String name) {
    assertThatThrownBy(() -> ApprovalLimits.of("test", Map.of(setting, value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(name + " must be from 1 minute to 30 days.")
        .hasNoCause();
  }

  @Test
  void newAccessWaitsForADayInProductionAndNotElsewhere() {
    assertThat(ApprovalLimits.of("production", Map.of()).newAccessWaits()).hasHours(24);
    assertThat(ApprovalLimits.of("test", Map.of()).newAccessWaits()).isZero();
    assertThat(ApprovalLimits.of("production", Map.of("new-access-waits", "0s")).newAccessWaits())
        .isZero();
  }

  @Test
  void newAccessWaitsShorterThanRequests() {
    Map<String, String> alike = Map.of("new-access-waits", "2d", "expires-after", "2d");

    assertThatThrownBy(() -> ApprovalLimits.of("test", alike))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(
            "PAYMENTS_APPROVAL_NEW_ACCESS_WAITS must be shorter than PAYMENTS_APPROVAL_EXPIRES_AFTER");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-1S", "PT721H"})
  void refusesAWaitOfNewAccessOutOfRange(String value) {
    assertThatThrownBy(() -> ApprovalLimits.of("test", Map.of("new-access-waits", value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("PAYMENTS_APPROVAL_NEW_ACCESS_WAITS must be from 0 seconds to 30 days.")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "sweeps, ture, PAYMENTS_APPROVAL_SWEEPS",
    "settlements, on, PAYMENTS_APPROVAL_SETTLEMENTS",
    "fees, FALSE, PAYMENTS_APPROVAL_FEES",
    "api-keys, 1, PAYMENTS_APPROVAL_API_KEYS",
    "own-secrets, yes, PAYMENTS_APPROVAL_OWN_SECRETS"
  })
  void refusesASlipThatWouldMeanNo(String setting, String value, String name) {
    assertThatThrownBy(() -> ApprovalLimits.of("production", Map.of(setting, value)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(name + " must be true or false.")
        .hasNoCause();
  }
}
