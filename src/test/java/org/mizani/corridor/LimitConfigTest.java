package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Defaults;

class LimitConfigTest {

  private static final String PREFIX = "payments.corridor.limits.";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ke.mobile.minimum=2 ke.mobile.maximum=1 |"
            + "ke.mobile.minimum must not exceed payments.corridor.limits.ke.mobile.maximum.",
        "ke.mobile.minimum=-1  | ke.mobile.minimum must be an amount of KES or 0.",
        "ke.mobile.maximum=-1  | ke.mobile.maximum must be an amount of KES above 0.",
        "ke.mobile.maximum=0   | ke.mobile.maximum must be an amount of KES above 0.",
        "za.bank.minimum=0.001 | za.bank.minimum must be an amount of ZAR or 0.",
        "ng.mobile.maximum=1   | ng: NG is not one of KE, TZ, UG, ZA.",
        "ke.cash.maximum=1     | ke.cash: CASH is not one of MOBILE, TILL, PAYBILL, BANK.",
      })
  void refusesLimitsThatCannotBe(String settings, String sentence) {
    assertThatThrownBy(() -> validate(settings))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(PREFIX + sentence);
  }

  @Test
  void takesOneAmountAsBothEnds() {
    assertThatCode(() -> validate("ke.mobile.minimum=1.50 ke.mobile.maximum=1.50"))
        .doesNotThrowAnyException();
  }

  @Test
  void takesAMinimumThatLiftsTheBuiltInOne() {
    assertThatCode(() -> validate("ug.till.minimum=0")).doesNotThrowAnyException();
  }

  private static void validate(String settings) {
    Map<String, String> limits =
        Stream.of(settings.split(" "))
            .map(setting -> setting.split("="))
            .collect(Collectors.toMap(setting -> PREFIX + setting[0], setting -> setting[1]));
    LimitConfig.validate(Defaults.with(CorridorConfig.class, limits));
  }
}
