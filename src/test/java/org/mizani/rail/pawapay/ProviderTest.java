package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.corridor.Country;

class ProviderTest {

  private static final Path PREFIXES =
      Path.of("src/main/resources/org/mizani/corridor/mobile-prefixes.csv");

  @ParameterizedTest
  @CsvSource({
    "KE, Safaricom, MPESA_KEN",
    "KE, Airtel, AIRTEL_KEN",
    "TZ, Vodacom, VODACOM_TZA",
    "TZ, Airtel, AIRTEL_TZA",
    "TZ, Yas, TIGO_TZA",
    "TZ, Viettel, HALOTEL_TZA",
    "UG, MTN, MTN_MOMO_UGA",
    "UG, Airtel, AIRTEL_OAPI_UGA"
  })
  void networkHasItsCode(Country country, String operator, Provider provider) {
    assertThat(Provider.of(country, operator)).hasValue(provider);
    assertThat(Provider.find(provider.name())).hasValue(provider);
    assertThat(provider.operator()).isEqualTo(operator);
  }

  @ParameterizedTest
  @CsvSource({"KE, Telkom", "UG, Safaricom", "ZA, MTN", "TZ, Tigo", "KE, ''"})
  void otherNetworksHaveNoCode(Country country, String operator) {
    assertThat(Provider.of(country, operator)).isEmpty();
  }

  @Test
  void unknownCodeIsNotFound() {
    assertThat(Provider.find("MTN_MOMO_ZMB")).isEmpty();
    assertThat(Provider.find(null)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Provider.class)
  void tableOfPrefixesNamesTheNetwork(Provider provider) throws IOException {
    List<String> lines = Files.readAllLines(PREFIXES);

    assertThat(lines).anyMatch(line -> line.endsWith("," + provider.operator()));
  }
}
