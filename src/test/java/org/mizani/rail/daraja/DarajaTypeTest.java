package org.mizani.rail.daraja;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.Channel;
import org.mizani.rail.RailSettingsOf;
import org.mizani.support.Defaults;

class DarajaTypeTest {

  @Test
  void refusesACertificateThatIsNone() {
    assertRefused("key.pem", "Safe#Pass1", "the M-PESA certificate is a key, not a certificate");
  }

  @Test
  void refusesAPasswordThatTheKeyCannotEncrypt() {
    assertRefused(
        "certificate.pem", "x".repeat(246), "the initiator's password must have 1 to 245 bytes");
  }

  @Test
  void refusesWhatTheNetworkDoesNotServe() {
    DarajaType type =
        new DarajaType(Defaults.with(DarajaSettings.class, Map.of()), null, null, null, null);

    assertThatThrownBy(() -> type.connect("net", RailSettingsOf.net(Map.of("countries", "UG"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail.net.countries must be of [KE], which its type can serve.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"99ms", "5001ms"})
  void refusesAWaitForATokenOutOfRange(String wait) {
    Map<String, String> own = Map.of("payments.rail.net.token-wait", wait);
    DarajaType type =
        new DarajaType(Defaults.with(DarajaSettings.class, own), null, null, null, null);

    assertThatThrownBy(() -> type.connect("net", RailSettingsOf.net(Map.of())))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail.net.token-wait must be from 0.1 to 4 seconds.")
        .hasNoCause();
  }

  private static void assertRefused(String certificate, String password, String mistake) {
    Map<String, String> own =
        Map.of(
            "payments.rail.net.shortcode",
            "600000",
            "payments.rail.net.initiator",
            "api",
            "payments.rail.net.initiator-password",
            password,
            "payments.rail.net.certificate",
            new String(StandInKeys.resource(certificate), US_ASCII));
    DarajaType type =
        new DarajaType(Defaults.with(DarajaSettings.class, own), null, null, null, null);

    assertThatThrownBy(() -> type.connect("net", RailSettingsOf.net(Map.of())))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.rail.net: " + mistake + ".")
        .hasNoCause();
  }

  @Test
  void phonesArePaidFromTheUtilityAccount() {
    assertThat(DarajaType.accounts(Set.of(Channel.MOBILE)))
        .containsExactly(AccountBalances.UTILITY);
  }

  @Test
  void tillsAndPaybillsArePaidFromTheWorkingAccount() {
    assertThat(DarajaType.accounts(Set.of(Channel.TILL))).containsExactly(AccountBalances.WORKING);
    assertThat(DarajaType.accounts(Set.of(Channel.PAYBILL, Channel.MOBILE)))
        .containsExactlyInAnyOrder(AccountBalances.WORKING, AccountBalances.UTILITY);
  }
}
