package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.RailSettingsOf;
import org.mizani.rail.TestRails;
import org.mizani.support.Defaults;

class PacingConfigTest {

  @ParameterizedTest
  @ValueSource(strings = {"-1ms", "10001ms"})
  void refusesATurnOutsideOfALease(String turn) {
    assertRefused(
        "turn-within", turn, "payments.rail.pacing.turn-within must be from 0 s to 10 s.");
  }

  @ParameterizedTest
  @CsvSource({"put-off, 0s", "look-every, 0s", "look-every, -2s"})
  void refusesWaitsOfNoTime(String setting, String value) {
    assertRefused(
        setting, value, "payments.rail.pacing.put-off and .look-every must be 1 ms or more.");
  }

  @ParameterizedTest
  @CsvSource({"turn-within, 0s", "turn-within, 10s", "put-off, 1ms", "look-every, 1ms"})
  void takesTheEndsOfEachRange(String setting, String value) {
    assertThatCode(() -> with(setting, value).validate()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.009", "100000.1", "-1"})
  void refusesARateOfCallsThatCannotBeKept(String callsPerSecond) {
    ConnectedRails rails =
        TestRails.connectedBy(
            RailSettingsOf.all(
                Map.of("momo.type", "test", "momo.calls-per-second", callsPerSecond)));

    assertThatThrownBy(() -> new RailPaces(null, rails, Defaults.of(PacingConfig.class)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail.momo.calls-per-second must be from 0.01 to 100000.")
        .hasNoCause();
  }

  @Test
  void beforePausesAreReadOnlyConnectedRailsWait() {
    ConnectedRails rails = TestRails.connectedBy(RailSettingsOf.all(Map.of("momo.type", "test")));
    PacingConfig config = Defaults.of(PacingConfig.class);

    RailPauses pauses = new RailPauses(null, null, TestRails.routerOf(), rails, config);

    assertThat(pauses.pause("momo", false)).contains(Duration.ofSeconds(2));
    assertThat(pauses.pause("simulator", false)).isEmpty();
  }

  private static void assertRefused(String setting, String value, String sentence) {
    assertThatThrownBy(() -> with(setting, value).validate())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(sentence)
        .hasNoCause();
  }

  private static PacingConfig with(String setting, String value) {
    return Defaults.with(PacingConfig.class, Map.of("payments.rail.pacing." + setting, value));
  }
}
