package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.payout.PayoutConfig;
import org.mizani.support.Defaults;

class LeaseSettingsTest {

  /** The call, and as much time again for the statements before and after it. */
  @Test
  void refusesALeaseThatACallCouldOutlast() {
    assertThatThrownBy(() -> withLease("20s").validate())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.*.settlement.lease (PT20S) must be longer than twice .rail-timeout (PT10S).");
    assertThatCode(() -> withLease("21s").validate()).doesNotThrowAnyException();
  }

  private static LeaseSettings withLease(String lease) {
    return Defaults.with(PayoutConfig.class, Map.of("payments.payout.settlement.lease", lease))
        .settlement();
  }
}
