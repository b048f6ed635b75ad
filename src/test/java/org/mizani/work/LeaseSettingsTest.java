package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.payout.PayoutConfig;
import org.mizani.support.Defaults;

class LeaseSettingsTest {

  /** The call, and as much time again for the statements before and after it. */
  @Test
  void refusesALeaseThatACallCouldOutlast() {
    assertThatThrownBy(() -> with("lease", "20s").validate())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.*.settlement.lease (PT20S) must be longer than twice .rail-timeout (PT10S).");
    assertThatCode(() -> with("lease", "21s").validate()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "20000, 25, 134217700, 2047",
    "20000, 25, 1342177280, 20000",
    "20000, 100, 134217700, 8191",
    "500, 25, 134217700, 500",
    "20000, 1, 1024, 1"
  })
  void aSmallHeapHasRoomForFewer(int most, int percent, long heap, int places) {
    assertThat(LeaseSettings.places(most, percent, heap)).isEqualTo(places);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101"})
  void refusesAPartOfTheHeapThatIsNone(String percent) {
    LeaseSettings settings = with("heap-percent", percent);

    assertThatThrownBy(settings::validate)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.*.settlement.heap-percent must be from 1 to 100.")
        .hasNoCause();
  }

  @Test
  void takesAQuarterOfTheHeapByDefault() {
    assertThat(Defaults.with(PayoutConfig.class, Map.of()).settlement().heapPercent())
        .isEqualTo(25);
  }

  private static LeaseSettings with(String setting, String value) {
    return Defaults.with(PayoutConfig.class, Map.of("payments.payout.settlement." + setting, value))
        .settlement();
  }
}
