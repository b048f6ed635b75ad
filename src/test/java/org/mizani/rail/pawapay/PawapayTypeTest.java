package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.RailSettingsOf;
import org.mizani.support.Defaults;

class PawapayTypeTest {

  @Test
  void namesTheSettingThatIsMissing() {
    assertRefused(Map.of("signing-key-id", "one"), "payments.rail.net.token is missing.");
    assertRefused(
        Map.of("token", "t", "signing-key", "secret"),
        "payments.rail.net.signing-key-id is missing.");
  }

  @Test
  void namesTheKeyThatIsNoneWithoutShowingIt() {
    assertRefused(
        Map.of("token", "t", "signing-key", "secret", "signing-key-id", "one"),
        "payments.rail.net.signing-key: no private key of P-256 in PEM.");
  }

  @Test
  void refusesWhatItsNetworksDoNotServe() {
    assertRefused(
        Map.of("token", "t"),
        Map.of("countries", "TZ,ZA"),
        "payments.rail.net.countries must be of [KE, TZ, UG], which its type can serve.");
    assertRefused(
        Map.of("token", "t"),
        Map.of("channels", "till"),
        "payments.rail.net.channels must be of [MOBILE], which its type can serve.");
  }

  @Test
  void refusesBoundsWithoutAnAmountBetween() {
    assertRefused(
        Map.of("token", "t"),
        Map.of("payout-least.TZS", "500", "payout-most.TZS", "499"),
        "payments.rail.net.payout-least.TZS must be 499 or less, the most that it moves.");
    assertRefused(
        Map.of("token", "t"),
        Map.of("collection-least.UGX", "1000.5", "collection-most.UGX", "1000"),
        "payments.rail.net.collection-least.UGX must be 1000 or less, the most that it moves.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AIRTEL_KEN",
        "AIRTEL_KEN=",
        "NEW_KEN=OTHER_KEN",
        "AIRTEL_KEN=A=B",
        "AIRTEL_KEN=a b",
        "AIRTEL_KEN=A,AIRTEL_KEN=B"
      })
  void refusesAnUnreadableProviderCode(String codes) {
    assertRefused(
        Map.of("token", "t", "provider-codes", codes),
        "payments.rail.net.provider-codes must be like AIRTEL_KEN=AIRTEL_OAPI_KEN, of "
            + Arrays.toString(Provider.values())
            + ".");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AIRTEL_KEN=MPESA_KEN", "AIRTEL_KEN=A,MPESA_KEN=A"})
  void refusesOneCodeOfTwoNetworks(String codes) {
    assertRefused(
        Map.of("token", "t", "provider-codes", codes),
        "payments.rail.net.provider-codes gives one code to two networks.");
  }

  private static void assertRefused(Map<String, String> settings, String sentence) {
    assertRefused(settings, Map.of(), sentence);
  }

  private static void assertRefused(
      Map<String, String> settings, Map<String, String> common, String sentence) {
    Map<String, String> named = new HashMap<>();
    settings.forEach((name, value) -> named.put("payments.rail.net." + name, value));
    PawapayType type =
        new PawapayType(Defaults.with(PawapaySettings.class, named), null, null, null);

    assertThatThrownBy(() -> type.connect("net", RailSettingsOf.net(common)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(sentence)
        .hasNoCause();
  }
}
