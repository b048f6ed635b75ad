package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.net.ConnectException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.rail.PauseReason;
import org.mizani.rail.RailAway;
import org.mizani.rail.SendWindow;
import org.mizani.support.LoggedLines;

/** Answers of the network that say little, or nothing. */
class PawapayClientTest {

  private static final String QUESTION = "predictProvider";
  private static final PhoneNumber KNOWN = new PhoneNumber(Country.KE, "+254700000001");
  private static final PhoneNumber UNKNOWN = new PhoneNumber(Country.KE, "+254200000001");

  @Test
  void aNumberOfAKnownPrefixNeedsNoPrediction() {
    PawapayClient silent = FakePawapay.with(QUESTION, Uni.createFrom().nothing());

    assertThat(silent.providerOf(KNOWN).await().atMost(PATIENCE)).contains("MPESA_KEN");
  }

  @Test
  void pawapayPredictsTheNetworkOfAnyOtherNumber() {
    PawapayClient client =
        FakePawapay.answering(QUESTION, 200, "{\"country\":\"KEN\",\"provider\":\"AIRTEL_KEN\"}");

    assertThat(client.providerOf(UNKNOWN).await().atMost(PATIENCE)).contains("AIRTEL_KEN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INVALID_PHONE_NUMBER", "INVALID_PARAMETER"})
  void aRefusalOfTheNumberMeansThatItHasNoNetwork(String code) {
    assertThat(refusing(400, code).providerOf(UNKNOWN).await().atMost(PATIENCE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "200, {}",
    "200, {\"provider\":\" \"}",
    "200, null",
    "200, <html>",
    "200, ''",
    "500, {\"provider\":\"AIRTEL_KEN\"}"
  })
  void anAnswerWithoutAPredictionMeansThatTheRailIsAway(int status, String body) {
    assertThat(away(FakePawapay.answering(QUESTION, status, body)).pause()).isEmpty();
  }

  @Test
  void aNetworkThatCannotBeReachedIsAwayAndWasGivenNothing() {
    PawapayClient unreachable =
        FakePawapay.with(QUESTION, Uni.createFrom().failure(new ConnectException("refused")));

    RailAway away = away(unreachable);

    assertThat(away.isNotTaken()).isTrue();
    assertThat(away.retryAfter()).isEqualTo(PawapayClient.UNTIL_ASKED_AGAIN);
  }

  @Test
  void aRefusalOfOurCredentialPausesTheRail() {
    assertThat(away(refusing(401, "AUTHENTICATION_ERROR")).pause())
        .contains(PauseReason.CREDENTIALS);
    assertThat(away(refusing(400, "UNKNOWN_ERROR")).pause()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "200, null",
    "200, <html>",
    "404, <html>",
    "404, '{\"status\":\"NOT_FOUND\"}'",
    "302, '{\"status\":\"NOT_FOUND\"}'",
    "503, '{\"status\":\"NOT_FOUND\"}'"
  })
  void aQuestionThatIsNotAnsweredFailsWithTheStatusAlone(int status, String body) {
    PawapayClient client = FakePawapay.answering("payout", status, body);

    assertThatThrownBy(() -> client.payout(UUID.randomUUID()).await().atMost(PATIENCE))
        .hasMessage("no answer of pawaPay: HTTP " + status)
        .hasNoCause();
  }

  /** The body tells no more then. */
  @ParameterizedTest
  @ValueSource(strings = {"<html>", "", "{\"failureReason\":{\"failureCode\":\"X\"}}", "[]"})
  void aLimitMeansThatNothingWasTaken(String body) {
    UUID id = UUID.randomUUID();

    assertLimited("payout", body, client -> client.payout(id));
    assertLimited("deposit", body, client -> client.deposit(id));
    assertLimited("pay", body, client -> client.pay(null, SendWindow.ALWAYS));
    assertLimited("collect", body, client -> client.collect(null, SendWindow.ALWAYS));
    assertLimited("refund", body, client -> client.refund(null, SendWindow.ALWAYS));
    assertLimited("balances", body, PawapayClient::balances);
    assertLimited(QUESTION, body, client -> client.providerOf(UNKNOWN));
  }

  /** A pod may be frozen until the payment is another's. */
  @Test
  void nothingIsSentAfterTheWindow() {
    assertIsNotSent("pay", client -> client.pay(null, () -> false));
    assertIsNotSent("collect", client -> client.collect(null, () -> false));
    assertIsNotSent("refund", client -> client.refund(null, () -> false));
  }

  private static void assertIsNotSent(String request, Function<PawapayClient, Uni<?>> call) {
    AtomicInteger sent = new AtomicInteger();
    Uni<Response> answer =
        Uni.createFrom()
            .item(() -> Response.ok("{\"status\":\"ACCEPTED\"}").build())
            .invoke(sent::incrementAndGet);

    assertThatThrownBy(() -> call.apply(FakePawapay.with(request, answer)).await().atMost(PATIENCE))
        .isInstanceOfSatisfying(RailAway.class, away -> assertThat(away.isNotCalled()).isTrue());
    assertThat(sent).hasValue(0);
  }

  @Test
  void aLimitIsToldOnce() {
    PawapayClient client = FakePawapay.answering("payout", 429, "<html>");

    try (LoggedLines log = LoggedLines.listen()) {
      for (int i = 0; i < 3; i++) {
        catchThrowable(() -> client.payout(UUID.randomUUID()).await().atMost(PATIENCE));
      }

      assertThat(log.text()).containsOnlyOnce("too many requests");
    }
  }

  private static void assertLimited(
      String question, String body, Function<PawapayClient, Uni<?>> call) {
    PawapayClient client = FakePawapay.answering(question, 429, body);

    assertThatThrownBy(() -> call.apply(client).await().atMost(PATIENCE))
        .isInstanceOfSatisfying(
            RailAway.class,
            away -> {
              assertThat(away.isNotTaken()).isTrue();
              assertThat(away.isPartly()).isFalse();
              assertThat(away.pause()).isEmpty();
              assertThat(away.retryAfter()).isEqualTo(PawapayClient.UNTIL_ASKED_AGAIN);
            });
  }

  private static PawapayClient refusing(int status, String code) {
    return FakePawapay.answering(
        QUESTION, status, "{\"failureReason\":{\"failureCode\":\"%s\"}}".formatted(code));
  }

  private static RailAway away(PawapayClient client) {
    return (RailAway) catchThrowable(() -> client.providerOf(UNKNOWN).await().atMost(PATIENCE));
  }
}
