package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.mizani.corridor.Country;
import org.mizani.rail.ConnectedRail.Reply;

/** Codes of networks that an account was given instead of the usual ones. */
class ProviderCodesTest {

  private static final Provider.Codes CODES =
      Provider.Codes.of("momo", List.of("AIRTEL_KEN=AIRTEL_OAPI_KEN", " MPESA_KEN=MPESA_V2_KEN "));

  @Test
  void aConfiguredCodeReplacesTheUsualOne() {
    assertThat(CODES.of(Provider.AIRTEL_KEN)).isEqualTo("AIRTEL_OAPI_KEN");
    assertThat(CODES.find("AIRTEL_OAPI_KEN")).hasValue(Provider.AIRTEL_KEN);
    assertThat(CODES.find("AIRTEL_KEN")).isEmpty();
    assertThat(CODES.in(Country.KE)).containsExactly("MPESA_V2_KEN", "AIRTEL_OAPI_KEN");
  }

  @Test
  void theOthersStayAsTheyAre() {
    assertThat(CODES.of(Provider.VODACOM_TZA)).isEqualTo("VODACOM_TZA");
    assertThat(CODES.find("VODACOM_TZA")).hasValue(Provider.VODACOM_TZA);
    assertThat(CODES.in(Country.UG)).containsExactly("MTN_MOMO_UGA", "AIRTEL_OAPI_UGA");
  }

  @Test
  void theCheckNamesTheNetworksThatPawapayHasUnderAnotherCode() {
    List<Availability.Operation> open =
        List.of(new Availability.Operation("PAYOUT", "OPERATIONAL"));
    List<Availability> answer =
        List.of(
            new Availability(
                "KEN",
                List.of(
                    new Availability.Network("MPESA_KEN", open),
                    new Availability.Network("AIRTEL_OAPI_KEN", open))));

    OpenNetworks networks = new OpenNetworks(null, CODES, Set.of(Country.KE), false);

    assertThat(networks.told(answer))
        .isEqualTo(
            Reply.ok("open; not named, so look up their codes (provider-codes): MPESA_V2_KEN"));
  }
}
