package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.RailAway;
import org.mizani.rail.SendWindow;
import org.mizani.rail.TestCallbackUrls;
import org.mizani.rail.TimedAnswer;
import org.mizani.rail.token.TokenApplication;
import org.mizani.rail.token.TokenStore;
import org.mizani.support.LoggedLines;
import org.mizani.support.Stub;
import org.mizani.support.TestDatabase;

/** Calls of a gateway that answers each of them in one way. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DarajaClientApiTest {

  private static final String RAIL = "kenya";
  private static final String TOKEN = "{\"access_token\": \"a-token\", \"expires_in\": \"3599\"}";
  private static final String ACKNOWLEDGED =
      "{\"ResponseCode\": \"0\", \"ConversationID\": \"AG_1\", \"OriginatorConversationID\": \"o\"}";
  private static final Recipient PHONE =
      new MobileWallet(new PhoneNumber(Country.KE, "+254700000001"));
  private static final Recipient TILL = new Till(Country.KE, "174379");
  private static final Recipient BANK = new BankAccount(Country.KE, "01", "1100000001");
  private static final Duration SLOW_DOWN = Duration.ofSeconds(1);

  /** Of the settings; a test waits for it. */
  private static final Duration LONGEST_TOKEN_WAIT = Duration.ofSeconds(4);

  private static final DarajaRequest QUESTION = DarajaRequests.nameOf((Till) TILL);

  @Inject TokenStore tokens;
  @Inject ObjectMapper json;

  private URI url;
  private Duration tokenWait;
  private Uni<Response> token;
  private Uni<Response> answer;

  @BeforeEach
  void answerWell() {
    url = URI.create("https://" + UUID.randomUUID() + ".example");
    tokenWait = PATIENCE;
    token = response(200, TOKEN);
    answer = response(200, ACKNOWLEDGED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "404; {\"errorCode\": \"404.002.01\", \"errorMessage\": \"Resource not found\"}",
        "429; <html>",
        "429; {\"errorCode\": \"429.001\", \"errorMessage\": \"Too many\"}",
        "401; ''"
      })
  void aRequestThatTheGatewayDidNotTakeMeansThatTheRailIsAway(int status, String body) {
    answer = response(status, body);

    assertThatThrownBy(() -> await(client().send(QUESTION, SendWindow.ALWAYS)))
        .isInstanceOfSatisfying(RailAway.class, away -> assertThat(away.isNotTaken()).isTrue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "429; <html>",
        "429; {\"errorCode\": \"500.001.1001\", \"errorMessage\": \"being processed\"}",
        "500; {\"errorCode\": \"500.003.02\", \"errorMessage\": \"Spike Arrest Violation\"}",
        "500; {\"errorCode\": \"500.003.03\", \"errorMessage\": \"Quota Violation\"}"
      })
  void aQuestionAboutAPromptThatMeetsALimitIsNotTaken(int status, String body) {
    answer = response(status, body);

    assertThatThrownBy(() -> await(prompts().ask(collection())))
        .isInstanceOfSatisfying(
            RailAway.class,
            away -> {
              assertThat(away.isNotTaken()).isTrue();
              assertThat(away.isPartly()).isFalse();
              assertThat(away.retryAfter()).isEqualTo(SLOW_DOWN);
            });
  }

  /** A pod may be frozen, or wait for its token, until the payment is another's. */
  @Test
  void aPaymentThatIsLostWhileWaitingForATokenIsNotSent() {
    AtomicBoolean ours = new AtomicBoolean(true);
    AtomicInteger sent = new AtomicInteger();
    answer = answer.invoke(sent::incrementAndGet);
    token = token.invoke(() -> ours.set(false));

    assertIsNotSent(payouts().submit(payout(PHONE, 1), ours::get));
    assertIsNotSent(prompts().prompt(collection(), ours::get));

    assertThat(sent).hasValue(0);
    ours.set(true);
    await(prompts().prompt(collection(), ours::get));
    assertThat(sent).hasValue(1);
  }

  private static void assertIsNotSent(Uni<?> submission) {
    assertThatThrownBy(() -> await(submission))
        .isInstanceOfSatisfying(RailAway.class, away -> assertThat(away.isNotCalled()).isTrue());
  }

  @Test
  void aLimitIsToldOnce() {
    DarajaClient client = client();
    answer = response(429, "{\"errorCode\": \"429.001\"}");

    try (LoggedLines lines = LoggedLines.listen()) {
      for (int i = 0; i < 3; i++) {
        catchThrowable(() -> await(client.send(QUESTION, SendWindow.ALWAYS)));
        catchThrowable(() -> await(client.ask(QUESTION)));
      }

      assertThat(lines.text()).containsOnlyOnce("too many requests");
    }
  }

  @Test
  void aProductThatIsNotOfferedIsToldOnceAndThrottlesNoOther() {
    DarajaClient client = client();
    try (LoggedLines lines = LoggedLines.listen()) {
      answer = response(404, "{\"errorCode\": \"404.002.01\"}");
      assertPartlyAway(client);
      assertPartlyAway(client);
      assertThat(lines.text()).containsOnlyOnce("/sfcverify/v1/query/info, and its payments wait");

      answer = response(200, ACKNOWLEDGED);
      await(client.send(QUESTION, SendWindow.ALWAYS));
      answer = response(404, "{\"errorCode\": \"404.002.01\"}");
      assertPartlyAway(client);
      assertThat(lines.text().split("and its payments wait")).hasSize(3);
    }
  }

  private static void assertPartlyAway(DarajaClient client) {
    assertThatThrownBy(() -> await(client.send(QUESTION, SendWindow.ALWAYS)))
        .isInstanceOfSatisfying(RailAway.class, away -> assertThat(away.isPartly()).isTrue());
  }

  /** It may have been accepted all the same, so it counts neither as taken nor as not taken. */
  @ParameterizedTest
  @CsvSource({"500, <html>", "502, ''", "503, {\"fault\": {}}", "403, <html>", "200, <html>"})
  void aPageInPlaceOfAnAnswerIsNone(int status, String body) {
    answer = response(status, body);

    assertThatThrownBy(() -> await(client().send(QUESTION, SendWindow.ALWAYS)))
        .isInstanceOf(TimedAnswer.NoAnswer.class)
        .hasMessage("HTTP " + status + " without a code");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "401; ''; true",
        "400; {\"errorCode\": \"400.008.01\"}; true",
        "500; {\"errorCode\": \"500.003.1001\"}; false",
        "200; <html>; false",
        "200; {\"access_token\": \" \"}; false"
      })
  void onlyARefusedCredentialPausesTheRail(int status, String body, boolean pauses) {
    token = response(status, body);

    assertThatThrownBy(() -> await(client().haveToken()))
        .isInstanceOfSatisfying(
            RailAway.class,
            away ->
                assertThat(away.pause())
                    .isEqualTo(pauses ? Optional.of(PauseReason.CREDENTIALS) : Optional.empty()));
  }

  /** Each call of an outage asks for a token. */
  @Test
  void anOutageOfTokensIsToldAtItsBeginAndItsEnd() {
    tokenWait = LONGEST_TOKEN_WAIT;
    DarajaClient client = client();
    try (LoggedLines lines = LoggedLines.listen()) {
      token = Uni.createFrom().failure(new ConnectException("refused"));
      catchThrowable(() -> await(client.send(QUESTION, SendWindow.ALWAYS)));
      token = response(503, "<html>");
      catchThrowable(() -> await(client.send(QUESTION, SendWindow.ALWAYS)));
      token = Uni.createFrom().nothing();
      catchThrowable(() -> await(client.send(QUESTION, SendWindow.ALWAYS)));
      token = response(200, TOKEN);
      await(client.send(QUESTION, SendWindow.ALWAYS));

      assertThat(lines.text().lines().filter(line -> line.startsWith("rail kenya: its network")))
          .containsExactly(
              "rail kenya: its network issues no token, and its payments wait:"
                  + " java.net.ConnectException: refused",
              "rail kenya: its network issues tokens again; 3 requests had none");
    }
  }

  /** Each new token would end that of the other rail. */
  @Test
  void twoRailsOfOneApplicationHaveOneToken() {
    AtomicInteger issued = new AtomicInteger();
    token = token.onItem().invoke(issued::incrementAndGet);

    await(client("payments").send(QUESTION, SendWindow.ALWAYS));
    await(client("prompts").send(QUESTION, SendWindow.ALWAYS));
    assertThat(issued).hasValue(1);

    url = URI.create("https://another.example/" + UUID.randomUUID());
    await(client("sandbox").send(QUESTION, SendWindow.ALWAYS));
    assertThat(issued).hasValue(2);
  }

  @Test
  void aGatewayThatIssuesNoTokenBecauseItIsNotThereIsAway() {
    token = Uni.createFrom().failure(new ConnectException("refused"));

    assertThatThrownBy(() -> await(client().send(QUESTION, SendWindow.ALWAYS)))
        .isInstanceOfSatisfying(RailAway.class, away -> assertThat(away.pause()).isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "200; {\"ResponseCode\": \"4000\"}",
        "200; <html>",
        "500; {\"ResponseMessage\": \"Success\", \"OrganizationName\": \"Duka\"}"
      })
  void anAnswerThatTellsNeitherANameNorItsAbsenceIsNoAnswer(int status, String body) {
    answer = response(status, body);

    assertThatThrownBy(() -> await(new DarajaNames(client()).holderOf(TILL)))
        .hasMessage("no name: HTTP " + status);
  }

  @Test
  void onlyMerchantsHaveNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DarajaNames(client()).holderOf(PHONE))
        .withMessage("no till or paybill: MOBILE");
  }

  @Test
  void onlyKenyasChannelsOfTheRailArePaid() {
    assertThat(payouts().serves(Country.KE, Channel.MOBILE)).isTrue();
    assertThat(payouts().serves(Country.KE, Channel.BANK)).isFalse();
    assertThat(payouts().serves(Country.UG, Channel.MOBILE)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> payouts().submit(payout(BANK, 1), SendWindow.ALWAYS));
  }

  @Test
  void aPayoutToAnAccountThatTheNetworkDoesNotTakeFails() {
    Recipient biller = new Paybill(Country.KE, "600000", "an-account-of-more-than-13");

    assertThat(await(payouts().submit(payout(biller, 1), SendWindow.ALWAYS)))
        .isEqualTo(
            new PayoutOutcome.Failed(
                FailureCode.RECIPIENT_NOT_FOUND, "the network takes no such account"));
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, false", "3, false", "4, true", "5, false", "8, true"})
  void everyFourthQuestionAboutAPhoneSubmitsAgainUnlessThePayoutIsFinal(
      int attempt, boolean again) {
    PayoutOutcome outcome = await(payouts().ask(payout(PHONE, attempt)));

    assertThat(outcome)
        .isEqualTo(
            again
                ? new PayoutOutcome.NotFound()
                : new PayoutOutcome.Accepted(Optional.of("AG_1 o")));
  }

  @Test
  void aQuestionThatIsRefusedTellsNothingAboutThePayout() {
    answer = response(400, "{\"errorCode\": \"400.002.02\", \"errorMessage\": \"Bad\"}");

    assertThat(await(payouts().ask(payout(PHONE, 1))))
        .isEqualTo(new PayoutOutcome.Unknown("question refused for a field"));
  }

  @Test
  void balancesAreNotToldWhereTheQuestionIsNotTaken() {
    answer = response(400, "{\"errorCode\": \"400.002.02\", \"errorMessage\": \"Bad\"}");
    assertThatThrownBy(() -> await(balances().ask(UUID.randomUUID())))
        .hasMessage("the network was not asked: refused for a field");

    answer = response(200, "{\"ResponseCode\": \"0\"}");
    assertThatThrownBy(() -> await(balances().ask(UUID.randomUUID())))
        .hasMessage("the network was not asked: acknowledged without an id");
  }

  private DarajaPayouts payouts() {
    return new DarajaPayouts(
        RAIL, Set.of(Channel.MOBILE), client(), addresses(), payer(), null, null, Optional.empty());
  }

  private DarajaCollections prompts() {
    DarajaCollections.Till till =
        new DarajaCollections.Till("600000", "600000", "CustomerPayBillOnline", "passkey");
    return new DarajaCollections(RAIL, client(), addresses(), till, null, InstantSource.system());
  }

  private static CollectionInstruction collection() {
    return new CollectionInstruction(
        UUID.randomUUID(),
        new PhoneNumber(Country.KE, "+254700000001"),
        new Money(CurrencyUnit.KES, 12_900),
        Optional.empty(),
        List.of("ws_CO_1"),
        Duration.ZERO,
        Duration.ofMinutes(1),
        Optional.empty());
  }

  private DarajaFloat balances() {
    return new DarajaFloat(client(), addresses(), payer());
  }

  private DarajaAddresses addresses() {
    return new DarajaAddresses(
        "kenya",
        URI.create("https://pay.example"),
        "a-secret-of-the-network",
        TestCallbackUrls.withAKey());
  }

  private static DarajaPayouts.Payer payer() {
    return new DarajaPayouts.Payer("600000", "api", "encrypted", "BusinessPayment", "4");
  }

  private DarajaClient client() {
    return client(RAIL);
  }

  private DarajaClient client(String rail) {
    DarajaApi api =
        Stub.of(DarajaApi.class, Map.of("token", sent -> token, "send", sent -> answer));
    return new DarajaClient(
        rail,
        api,
        json,
        new TokenApplication(url, "key", "secret"),
        new DarajaClient.Waits(SLOW_DOWN, tokenWait),
        tokens,
        InstantSource.system());
  }

  private static PayoutInstruction payout(Recipient recipient, int attempt) {
    return new PayoutInstruction(
        UUID.randomUUID(),
        recipient,
        new Money(CurrencyUnit.KES, 12_900),
        null,
        "Invoice 7",
        Optional.empty(),
        List.of(),
        Duration.ZERO,
        attempt,
        Optional.empty());
  }

  private static Uni<Response> response(int status, String body) {
    return Uni.createFrom().item(() -> Response.status(status).entity(body).build());
  }

  private static <T> T await(Uni<T> answer) {
    return answer.await().atMost(PATIENCE);
  }
}
