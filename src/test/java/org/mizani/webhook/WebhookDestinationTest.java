package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.webhook.address.CallbackUrl;

class WebhookDestinationTest {

  @ParameterizedTest
  @CsvSource({
    "https://own.example, https://business.example, https://own.example",
    "https://own.example, ,                         https://own.example",
    ",                    https://business.example, https://business.example",
    ",                    ,                         ",
    // An invalid URL of the payment is not replaced by the default.
    "nonsense,            https://business.example, ",
    ",                    nonsense,                 ",
  })
  void isThePaymentsUrlOrTheBusinesssDefault(
      String own, String businessDefault, String destination) {
    assertThat(
            WebhookDestination.of(Optional.ofNullable(own), Optional.ofNullable(businessDefault)))
        .map(CallbackUrl::toString)
        .isEqualTo(Optional.ofNullable(destination));
  }
}
