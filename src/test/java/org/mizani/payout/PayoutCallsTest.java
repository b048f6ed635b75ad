package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.RailSettingsOf;
import org.mizani.support.Defaults;

/** Waits between the calls about a payout, of its rail or of all. */
class PayoutCallsTest {

  @Test
  void aRailHasItsOwnWaitsAndTheLastOneRepeats() {
    PayoutCalls calls = calls("kenya.type", "daraja", "kenya.poll-after", "1m,5m,15m,1h");

    assertThat(IntStream.rangeClosed(1, 6).mapToObj(call -> calls.waitAfter("kenya", call)))
        .extracting(Duration::toMinutes)
        .containsExactly(1L, 5L, 15L, 60L, 60L, 60L);
  }

  @Test
  void otherRailsHaveTheWaitsOfAll() {
    PayoutCalls calls = calls("kenya.type", "daraja", "kenya.poll-after", "1h");

    assertThat(calls.waitAfter("momo", 1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(calls.waitAfter("simulator", 8)).isEqualTo(Duration.ofHours(1));
    assertThat(calls("kenya.type", "daraja", "kenya.priority", "1").waitAfter("kenya", 2))
        .isEqualTo(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1m,0s", "1m,PT-1S"})
  void refusesAWaitThatIsNone(String waits) {
    assertThatThrownBy(() -> calls("kenya.type", "daraja", "kenya.poll-after", waits))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail.kenya.poll-after must be waits above zero.")
        .hasNoCause();
  }

  private static PayoutCalls calls(String... settings) {
    return new PayoutCalls(
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        Defaults.of(PayoutConfig.class),
        RailSettingsOf.all(Map.of(settings[0], settings[1], settings[2], settings[3])));
  }
}
