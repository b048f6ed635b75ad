package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.FailureCode;
import org.mizani.rail.ReceivedCallback;
import org.mizani.rail.TestCallbackUrls;
import org.mizani.rail.TimedAnswer;
import org.mizani.rail.daraja.DarajaAnswer.Merchant;
import org.mizani.rail.daraja.DarajaAnswer.Token;
import org.mizani.rail.http.NetworkAnswer;

/** Answers of Daraja that lack a part which the documentation has. */
class OddAnswersTest {

  private static final String PROMPT = "ws_CO_1";

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = " ")
  void anEmptyTokenIsNone(String text) {
    assertThat(new Token(text, "3599").value()).isEmpty();
    assertThat(new Token("a-token", "3599").value()).contains("a-token");
  }

  @Test
  void aNameWithoutAWordOfSuccessIsNone() {
    assertThat(new Merchant("0", null, "1", "Duka").name()).isEmpty();
    assertThat(new Merchant("0", "Success", "1", null).name()).isEmpty();
    assertThat(new Merchant("0", " success ", "1", " Duka ").name()).contains("Duka");
  }

  @Test
  void aMerchantIsNotUnknownWithoutACodeThatSaysSo() {
    assertThat(new Merchant(null, null, null, null).isUnknown()).isFalse();
    assertThat(new Merchant("1", "Success", "1", "Duka").isUnknown()).isFalse();
    assertThat(new Merchant(" 1 ", null, null, null).isUnknown()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "401; ''; true",
        "400; {\"errorCode\": \" 400.008.01 \"}; true",
        "400; {\"errorCode\": \"400.002.02\"}; false",
        "400; {\"errorCode\": \" \"}; false",
        "400; {}; false",
        "403; <html>; false",
        "429; {\"errorCode\": \"400.008.01\"}; false",
        "500; {\"errorCode\": \"500.003.1001\"}; false"
      })
  void onlyAWordAboutOurCredentialRefusesIt(int status, String body, boolean refused) {
    assertThat(GatewayAnswers.refusesCredential(status, body)).isEqualTo(refused);
  }

  @Test
  void aRefusalWithoutAMessageShowsItsCode() {
    assertThat(GatewayAnswers.read(400, "{\"errorCode\": \"400.002.02\"}"))
        .isEqualTo(new GatewayAnswer.Refused("400.002.02"));
  }

  @Test
  void anErrorWithoutACodeIsReadByItsStatus() {
    String body = "{\"errorCode\": \" \", \"errorMessage\": \"?\"}";

    assertThat(GatewayAnswers.read(401, body)).isInstanceOf(GatewayAnswer.BadToken.class);
    assertThat(GatewayAnswers.read(400, body)).isEqualTo(new GatewayAnswer.NoAnswer(400));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"ResultCode\": \" \"}", "{\"ResultDesc\": \"?\"}", "{}"})
  void aQueryWithoutAResultCodeHasNoAnswer(String body) {
    assertThatThrownBy(() -> CollectionOutcomes.ofQuery(200, body, PROMPT))
        .isInstanceOf(TimedAnswer.NoAnswer.class)
        .hasMessage("HTTP 200 without a code");
  }

  @Test
  void aQueryNeedNotRepeatThePromptNorDescribeItsResult() {
    assertThat(CollectionOutcomes.ofQuery(200, "{\"ResultCode\": \"0\"}", PROMPT))
        .isEqualTo(new CollectionOutcome.Collected(PROMPT, Optional.empty()));
    assertThat(CollectionOutcomes.ofQuery(200, "{\"ResultCode\": \"1032\"}", PROMPT))
        .isEqualTo(new CollectionOutcome.Declined(FailureCode.CUSTOMER_DECLINED, ""));
  }

  @Test
  void anAmountOfTooManyDigitsIsNone() {
    assertThat(WholeShillings.parse("1." + "0".repeat(18))).isPresent();
    assertThat(WholeShillings.parse("1." + "0".repeat(19))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"199, false", "200, true", "299, true", "300, false"})
  void onlyStatusesOfSuccessAreOk(int status, boolean ok) {
    assertThat(new NetworkAnswer(status, "").isOk()).isEqualTo(ok);
  }

  @ParameterizedTest
  @CsvSource({
    "0, Utility Account|KES|7.00|7.00|0.00|0.00, true",
    "0, Salary Account|KES|7.00|7.00|0.00|0.00, false",
    "17, Utility Account|KES|7.00|7.00|0.00|0.00, false"
  })
  void balancesAreTheWordOfASuccessWithOurAccount(String code, String balance, boolean word) {
    DarajaCallbacks callbacks =
        new DarajaCallbacks(null, DarajaType.accounts(Set.of(Channel.MOBILE)));
    String body =
        """
        {"Result": {"ResultCode": %s, "ConversationID": "AG_1", "OriginatorConversationID": "ours",
          "ResultParameters": {"ResultParameter": [{"Key": "AccountBalance", "Value": "%s"}]}}}
        """
            .formatted(code, balance);

    assertThat(callbacks.read(callback(body)).await().indefinitely().isPresent()).isEqualTo(word);
  }

  @Test
  void kenyasSubscribersOfTheOperatorAndUnknownOnesAreCollectedFrom() {
    DarajaCollections collections = new DarajaCollections("net", null, null, null, null, null);

    assertThat(collections.collects(Country.KE, Optional.of("Safaricom"))).isTrue();
    assertThat(collections.collects(Country.KE, Optional.empty())).isTrue();
    assertThat(collections.collects(Country.KE, Optional.of("Airtel"))).isFalse();
    assertThat(collections.collects(Country.UG, Optional.empty())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"mpesa, a-secret-of-the-network", "kenya, a-secret-of-the-sqls"})
  void refusesAddressesThatTheNetworkDoesNotCall(String rail, String secret) {
    URI base = URI.create("https://pay.example");

    assertThatThrownBy(() -> new DarajaAddresses(rail, base, secret, TestCallbackUrls.withAKey()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(
            "payments.rail." + rail + ": the network refuses callback addresses")
        .hasMessageNotContaining(secret)
        .hasNoCause();
  }

  private static ReceivedCallback callback(String body) {
    return new ReceivedCallback(
        "POST",
        "pay.example",
        "/rails/kenya",
        Map.of(),
        body.getBytes(StandardCharsets.UTF_8),
        Optional.of(DarajaAddresses.BALANCES),
        Instant.EPOCH);
  }
}
