package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.corridor.Country;
import org.mizani.rail.ConnectedRail.Reply;

/** States of the networks of Kenya, as pawaPay tells them. */
class OpenNetworksTest {

  private static final String UNNAMED = "not named, so look up their codes (provider-codes): ";

  @Test
  void allAreOpen() {
    Reply reply = asked(country(network("MPESA_KEN", "OPERATIONAL", "OPERATIONAL")), true);

    assertThat(reply).isEqualTo(Reply.ok("open; " + UNNAMED + "AIRTEL_KEN"));
  }

  @Test
  void aClosedOperationIsWrongAndADelayedOneIsTold() {
    Reply reply =
        asked(
            country(
                network("MPESA_KEN", "OPERATIONAL", "CLOSED"),
                network("AIRTEL_KEN", "CLOSED", "DELAYED")),
            true);

    assertThat(reply)
        .isEqualTo(
            Reply.wrong(
                "pawaPay has closed MPESA_KEN DEPOSIT, AIRTEL_KEN PAYOUT: ask pawaPay until when;"
                    + " delayed: AIRTEL_KEN DEPOSIT"));
  }

  @Test
  void aRailThatOnlyPaysIsNotConcernedByClosedDeposits() {
    Reply reply =
        asked(
            country(
                network("MPESA_KEN", "OPERATIONAL", "CLOSED"),
                network("AIRTEL_KEN", "OPERATIONAL", "CLOSED")),
            false);

    assertThat(reply).isEqualTo(Reply.ok("open"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]",
        "[{}]",
        "[{\"country\":\"KEN\",\"providers\":[]}]",
        "[{\"country\":\"UGA\",\"providers\":[{\"provider\":\"MTN_MOMO_UGA\","
            + "\"operationTypes\":[{\"operationType\":\"PAYOUT\",\"status\":\"CLOSED\"}]}]}]"
      })
  void anAnswerWithoutTheRailsNetworksIsWrong(String answer) {
    Reply reply = asked(answer, true);

    assertThat(reply)
        .isEqualTo(
            Reply.wrong(
                "pawaPay names none of the rail's networks: ask pawaPay for them; "
                    + UNNAMED
                    + "MPESA_KEN, AIRTEL_KEN"));
  }

  @Test
  void aNetworkWithoutOperationsTellsNoState() {
    Reply reply =
        asked(
            "[{\"providers\":[{\"provider\":\"MPESA_KEN\"},{\"provider\":\"AIRTEL_KEN\"}]}]", true);

    assertThat(reply)
        .isEqualTo(Reply.wrong("pawaPay names none of the rail's networks: ask pawaPay for them"));
  }

  @Test
  void aRefusalIsNoAnswer() {
    OpenNetworks networks = networks(FakePawapay.answering("availability", 403, "[]"), true);

    assertThatThrownBy(() -> networks.ask().await().atMost(PATIENCE))
        .hasMessage("no answer of pawaPay: HTTP 403");
  }

  private static Reply asked(String answer, boolean collects) {
    PawapayClient client = FakePawapay.answering("availability", 200, answer);
    return networks(client, collects).ask().await().atMost(PATIENCE);
  }

  private static OpenNetworks networks(PawapayClient client, boolean collects) {
    return new OpenNetworks(client, FakePawapay.CODES, Set.of(Country.KE), collects);
  }

  private static String country(String... networks) {
    return "[{\"country\":\"KEN\",\"providers\":[%s]}]".formatted(String.join(",", networks));
  }

  private static String network(String code, String payouts, String deposits) {
    return """
        {"provider": "%s", "operationTypes": [{"operationType": "PAYOUT", "status": "%s"},
          {"operationType": "DEPOSIT", "status": "%s"}, {"operationType": "REFUND"}]}
        """
        .formatted(code, payouts, deposits);
  }
}
