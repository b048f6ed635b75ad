package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackGateTest {

  private static final String SECRET = "a-secret-of-the-network";

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 192.0.2.1, true",
    "192.0.2.1, 192.0.2.2, false",
    "192.0.2.0/24, 192.0.2.255, true",
    "192.0.2.0/24, 192.0.3.0, false",
    "192.0.2.0/25, 192.0.2.128, false",
    "0.0.0.0/0, 203.0.113.9, true",
    "192.0.2.1, ::ffff:192.0.2.1, true",
    "192.0.2.1, ::ff00:c000:201, false",
    "::1/128, ::1, true",
    "2001:db8::/32, 2001:db8:1::1, true",
    "2001:db8::/32, 2001:db9::1, false",
    "2001:db8::1, 2001:db8::1, true",
    "2001:db8::1, 2001:db8::2, false",
    "2001:db8::/32, 192.0.2.1, false",
    "192.0.2.1, not an address, false"
  })
  void admitsOnlyAddressesOfTheSources(String source, String address, boolean admitted) {
    CallbackGate gate = gate(Map.of("callback-secret", SECRET, "callback-sources", source));

    assertThat(gate.isAllowedSource(address)).isEqualTo(admitted);
  }

  @Test
  void usesTheSourcesOfTheTypeByDefault() {
    CallbackGate gate =
        new CallbackGate(
            "net", RailSettingsOf.net(Map.of("callback-secret", SECRET)), List.of("198.51.100.7"));

    assertThat(gate.isAllowedSource("198.51.100.7")).isTrue();
    assertThat(gate.isAllowedSource("198.51.100.8")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"192.0.2.0/33", "192.0.2.0/x", "example.com", "192.0.2.0/-1", "192.0.2.1/24"})
  void refusesAnInvalidSource(String source) {
    assertThatThrownBy(() -> gate(Map.of("callback-sources", source)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.rail.net.callback-sources: not a network such as 203.0.113.0/24: " + source);
  }

  @Test
  void acceptsOnlyItsSecret(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("secret");
    Files.writeString(file, SECRET + "\n");

    for (Map<String, String> settings :
        List.of(
            Map.of("callback-secret", SECRET), Map.of("callback-secret.file", file.toString()))) {
      assertThat(gate(settings).isSecret(SECRET)).isTrue();
      assertThat(gate(settings).isSecret(SECRET + "x")).isFalse();
      assertThat(gate(settings).isSecret("")).isFalse();
    }
    assertThat(gate(Map.of()).isSecret("")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"too-short", "with a space in it and long", "with/a/slash/and/long"})
  void refusesSecretsThatAreShortOrUnfitForPaths(String secret) {
    assertThatThrownBy(() -> gate(Map.of("callback-secret", secret)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("payments.rail.net.callback-secret")
        .hasMessageNotContaining(secret);
  }

  @Test
  void aSecretFileThatCannotBeReadIsNamed() {
    assertThatThrownBy(() -> gate(Map.of("callback-secret.file", "/nowhere/at/all")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "PAYMENTS_RAIL_NET_CALLBACK_SECRET_FILE names a file that cannot be read:"
                + " /nowhere/at/all.");
  }

  @Test
  void refusesASecretThatIsSetTwice() {
    Map<String, String> twice =
        Map.of("callback-secret", SECRET, "callback-secret.file", "/nowhere/at/all");

    assertThatThrownBy(() -> gate(twice))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "PAYMENTS_RAIL_NET_CALLBACK_SECRET and PAYMENTS_RAIL_NET_CALLBACK_SECRET_FILE"
                + " must not both be set.");
  }

  private static CallbackGate gate(Map<String, String> settings) {
    return new CallbackGate("net", RailSettingsOf.net(settings), List.of());
  }
}
