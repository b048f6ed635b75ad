package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.TimedAnswer;
import org.mizani.rail.daraja.DarajaAnswer.Token;
import org.mizani.support.FreePort;

/** Stand-in under each fault: its books are right, and the service reads its messages. */
class DarajaStandInTest {

  private static final String PHONE = "254712345678";
  private static final String TILL = "555123";

  private final DarajaStandIn standIn = new DarajaStandIn();
  private final HttpClient client = HttpClient.newHttpClient();
  private final BlockingQueue<String> posts = new LinkedBlockingQueue<>();
  private HttpServer receiver;
  private String token;

  @BeforeEach
  void open() throws Exception {
    standIn.open(FreePort.number());
    receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes());
          posts.add(exchange.getRequestURI().getPath() + " " + body);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
    token = newToken();
  }

  @AfterEach
  void close() {
    standIn.close();
    receiver.stop(0);
  }

  @Test
  void paysACustomerOnceUnderOneId() throws Exception {
    String id = UUID.randomUUID().toString();

    GatewayAnswer first = send(b2c(id, PHONE, 100));
    GatewayAnswer second = send(b2c(id, PHONE, 100));

    assertThat(first).isInstanceOf(GatewayAnswer.Acknowledged.class);
    assertThat(second).isInstanceOf(GatewayAnswer.Duplicate.class);
    DarajaResult result = nextResult();
    assertThat(result.originatorConversationId()).contains(id);
    assertThat(PayoutOutcomes.ofResult(result))
        .isInstanceOfSatisfying(
            PayoutOutcome.Paid.class,
            paid -> assertThat(paid.amount()).contains(new Money(CurrencyUnit.KES, 10_000)));
    assertThat(standIn.books().paidUnder(id)).isEqualTo(100);
    assertThat(standIn.books().paidTo(PHONE)).isEqualTo(100);
    assertThat(standIn.requests(StandInOperation.B2C)).isEqualTo(2);
  }

  @Test
  void paysATillForEachRequest() throws Exception {
    send(b2b(TILL, 100));
    send(b2b(TILL, 100));

    assertThat(PayoutOutcomes.ofResult(nextResult())).isInstanceOf(PayoutOutcome.Paid.class);
    assertThat(standIn.books().effectsFor("our reference")).isEqualTo(2);
    assertThat(standIn.books().paidFor("our reference")).isEqualTo(200);
    assertThat(standIn.books().paidInAll()).isEqualTo(200);
  }

  @Test
  void eachTokenInvalidatesThePreviousOne() throws Exception {
    String before = token;
    token = newToken();
    String after = token;

    token = before;
    GatewayAnswer old = send(b2c("a", PHONE, 100));
    token = after;
    GatewayAnswer current = send(b2c("a", PHONE, 100));

    assertThat(old).isInstanceOf(GatewayAnswer.BadToken.class);
    assertThat(current).isInstanceOf(GatewayAnswer.Acknowledged.class);
    assertThat(standIn.tokens()).isEqualTo(2);
  }

  @Test
  void aWrongCredentialIsAcknowledgedAndFails() throws Exception {
    DarajaRequest.B2c right = b2c("a", PHONE, 100);
    GatewayAnswer answer =
        send(
            new DarajaRequest.B2c(
                right.originatorConversationId(),
                right.initiatorName(),
                "d3Jvbmc=",
                right.commandId(),
                right.amount(),
                right.partyA(),
                right.partyB(),
                right.remarks(),
                right.queueTimeOutUrl(),
                right.resultUrl(),
                right.occasion()));

    assertThat(answer).isInstanceOf(GatewayAnswer.Acknowledged.class);
    assertThat(nextResult().code()).isEqualTo("2001");
    assertThat(standIn.books().paidInAll()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "254700002040, 100, RECIPIENT_NOT_FOUND",
    "254700000404, 100, RECIPIENT_NOT_FOUND",
    "254700000008, 100, RECIPIENT_LIMIT",
    "254700000001, 100, RAIL_OUT_OF_FUNDS",
    "254712345678, 9, AMOUNT_OUT_OF_LIMITS",
    "254712345678, 250001, AMOUNT_OUT_OF_LIMITS",
    "254712345678, 5001, RAIL_OUT_OF_FUNDS"
  })
  void declinesByTheReceiverAndTheAmount(String phone, long amount, FailureCode failure)
      throws Exception {
    standIn.books().leave(5_000);

    send(b2c("a", phone, amount));

    assertThat(PayoutOutcomes.ofResult(nextResult()))
        .isInstanceOfSatisfying(
            PayoutOutcome.Failed.class, failed -> assertThat(failed.code()).isEqualTo(failure));
    assertThat(standIn.books().paidInAll()).isZero();
  }

  @Test
  void refusesAWrongField() throws Exception {
    assertThat(send(b2c("a", "0712345678", 100)))
        .isEqualTo(new GatewayAnswer.Refused("Bad Request - Invalid PartyB"));
    assertThat(standIn.books().entries()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"REQUEST_LOST", "MAINTENANCE", "SPIKE_ARREST", "TOKEN_INVALIDATED"})
  void someFaultsAcceptNoPayment(StandInFault fault) throws Exception {
    standIn.plan(StandInPlan.inTurn(fault));

    GatewayAnswer answer = sendOrLose(b2c("a", PHONE, 100));

    assertThat(answer).isNotInstanceOf(GatewayAnswer.Acknowledged.class);
    assertThat(standIn.books().entries()).isEmpty();
    token = newToken();
    assertThat(send(b2c("a", PHONE, 100))).isInstanceOf(GatewayAnswer.Acknowledged.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"ACKNOWLEDGEMENT_LOST", "ERROR_AFTER_EFFECT", "HTML"})
  void someFaultsPayWithoutAnAcknowledgement(StandInFault fault) throws Exception {
    standIn.plan(StandInPlan.always(fault).only(StandInOperation.B2C));

    GatewayAnswer answer = sendOrLose(b2c("a", PHONE, 100));

    assertThat(PayoutOutcomes.ofAnswer(answer, true)).isInstanceOf(PayoutOutcome.Unknown.class);
    assertThat(standIn.books().paidUnder("a")).isEqualTo(100);
    assertThat(send(b2c("a", PHONE, 100))).isInstanceOf(GatewayAnswer.Duplicate.class);
    assertThat(nextResult().isSuccess()).isTrue();
  }

  @Test
  void aSlowAnswerIsWholeInTheEnd() throws Exception {
    standIn.plan(StandInPlan.always(StandInFault.SLOW));
    standIn.slowness(Duration.ofMillis(200));
    long begin = System.nanoTime();

    assertThat(send(b2c("a", PHONE, 100))).isInstanceOf(GatewayAnswer.Acknowledged.class);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(190));
  }

  @Test
  void anEarlyResultComesBeforeTheAcknowledgement() throws Exception {
    standIn.plan(StandInPlan.always(StandInFault.CALLBACK_EARLY));

    send(b2c("a", PHONE, 100));

    assertThat(posts).hasSize(1);
    assertThat(standIn.resultsTaken()).isEqualTo(1);
  }

  @Test
  void aResultComesTwiceOrNever() throws Exception {
    standIn.plan(StandInPlan.inTurn(StandInFault.CALLBACK_NEVER, StandInFault.CALLBACK_TWICE));

    send(b2c("a", PHONE, 100));
    send(b2c("b", PHONE, 100));

    assertThat(nextResult().originatorConversationId()).contains("b");
    assertThat(nextResult().originatorConversationId()).contains("b");
    send(b2c("c", PHONE, 100));
    assertThat(nextResult().originatorConversationId()).contains("c");
    assertThat(posts).isEmpty();
    assertThat(standIn.books().paidInAll()).isEqualTo(300);
  }

  @Test
  void resultsComeInAnotherOrder() throws Exception {
    standIn.holdsResultsFor(PATIENCE);
    standIn.plan(StandInPlan.inTurn(StandInFault.CALLBACK_REORDERED));

    send(b2c("a", PHONE, 100));
    send(b2c("b", PHONE, 100));

    assertThat(nextResult().originatorConversationId()).contains("b");
    assertThat(nextResult().originatorConversationId()).contains("a");
  }

  @Test
  void aForgedResultSaysTheOppositeUnderMadeUpIds() throws Exception {
    standIn.plan(StandInPlan.always(StandInFault.CALLBACK_FORGED));

    send(b2c("a", "254700002040", 100));

    DarajaResult forged = nextResult();
    assertThat(forged.isSuccess()).isTrue();
    assertThat(forged.originatorConversationId()).isNotEmpty().isNotEqualTo("a");
    DarajaResult real = nextResult();
    assertThat(real.code()).isEqualTo("2040");
    assertThat(real.originatorConversationId()).contains("a");
  }

  @Test
  void aQueueTimeOutGetsANoticeAndIsPaid() throws Exception {
    standIn.plan(StandInPlan.always(StandInFault.QUEUE_TIME_OUT));

    send(b2c("a", PHONE, 100));

    assertThat(posts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).startsWith("/time-out ");
    assertThat(standIn.books().paidUnder("a")).isEqualTo(100);
  }

  @Test
  void aPlannedShortFloatFailsThePayment() throws Exception {
    standIn.plan(StandInPlan.always(StandInFault.OUT_OF_FUNDS));

    send(b2b(TILL, 100));

    assertThat(ResultCodes.ofPayment(nextResult().code())).contains(FailureCode.RAIL_OUT_OF_FUNDS);
    assertThat(standIn.books().paidInAll()).isZero();
  }

  @Test
  void queriesReturnTheOutcomeOnceItIsSettled() throws Exception {
    standIn.resultsAfter(Duration.ofHours(1));
    send(b2c("a", PHONE, 100));
    standIn.resultsAfter(Duration.ofMillis(1));
    send(DarajaRequests.statusOfConversation(us(), "a"));
    PayoutOutcome early = PayoutOutcomes.ofStatus(nextStatus());
    send(b2c("c", PHONE, 100));
    assertThat(nextResult().originatorConversationId()).contains("c");
    send(DarajaRequests.statusOfReceipt(us(), standIn.books().entries().get(1).receipt()));
    PayoutOutcome late = PayoutOutcomes.ofStatus(nextStatus());
    send(DarajaRequests.statusOfConversation(us(), "b"));
    DarajaResult missing = nextResult();

    assertThat(early).isEqualTo(new PayoutOutcome.Unknown("transaction status initiated"));
    assertThat(late).isInstanceOf(PayoutOutcome.Paid.class);
    assertThat(missing.code()).isEqualTo("2032");
  }

  @Test
  void answersQueriesForBalancesAndNames() throws Exception {
    standIn.books().leave(700);
    send(DarajaRequests.balances(us()));

    assertThat(AccountBalances.of(nextResult()).of(AccountBalances.UTILITY))
        .contains(new Money(CurrencyUnit.KES, 70_000));
    assertThat(nameOf(TILL)).contains("Duka");
    assertThat(nameOf("550404")).doesNotContain("Duka");
  }

  private String nameOf(String till) throws Exception {
    return post(new DarajaRequest.Merchant("2", till)).body();
  }

  @ParameterizedTest
  @CsvSource({
    "254712345678, Collected",
    "254700001032, Declined",
    "254700001037, Lapsed",
    "254700002001, Declined"
  })
  void promptsACustomer(String phone, String meaning) throws Exception {
    GatewayAnswer answer = send(prompt(phone));

    assertThat(CollectionOutcomes.ofAnswer(answer)).isInstanceOf(CollectionOutcome.Accepted.class);
    StkCallback callback =
        StkCallback.read(posts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS).split(" ", 2)[1])
            .orElseThrow();
    assertThat(CollectionOutcomes.ofCallback(callback).getClass().getSimpleName())
        .isEqualTo(meaning);
    assertThat(query(callback.checkoutRequestId()).getClass().getSimpleName()).isEqualTo(meaning);
    assertThat(standIn.books().collectedFrom(phone)).isEqualTo(phone.equals(PHONE) ? 100 : 0);
  }

  @Test
  void aPromptIsPendingUntilItIsSettled() throws Exception {
    standIn.resultsAfter(Duration.ofHours(1));
    send(prompt(PHONE));
    send(prompt(PHONE));
    String id = standIn.books().entries().get(0).networkId();

    assertThat(query(id)).isInstanceOf(CollectionOutcome.Accepted.class);
    assertThat(query("ws_CO_none")).isInstanceOf(CollectionOutcome.NotFound.class);
    assertThat(standIn.books().entries(StandInOperation.PROMPT)).hasSize(2);
  }

  @Test
  void aQueryMeetsFaultsToo() throws Exception {
    send(prompt(PHONE));
    assertThat(posts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
    String id = standIn.books().entries().get(0).networkId();
    standIn.plan(StandInPlan.inTurn(StandInFault.HTML, StandInFault.ERROR_AFTER_EFFECT));

    assertThatThrownBy(() -> query(id)).isInstanceOf(TimedAnswer.NoAnswer.class);
    assertThat(query(id)).isInstanceOf(CollectionOutcome.Unknown.class);
    assertThat(query(id)).isInstanceOf(CollectionOutcome.Collected.class);
  }

  @Test
  void connectionsAreRefusedWhileItIsShut() throws Exception {
    standIn.shut();
    assertThatThrownBy(() -> send(b2c("a", PHONE, 100))).isInstanceOf(IOException.class);
    standIn.open();
    assertThat(send(b2c("a", PHONE, 100))).isInstanceOf(GatewayAnswer.Acknowledged.class);
  }

  @Test
  void aRandomPlanIsRepeatable() {
    Map<StandInFault, Integer> shares =
        Map.of(StandInFault.HTML, 20, StandInFault.SPIKE_ARREST, 30);

    List<StandInFault> first = draw(StandInPlan.random(5, shares));

    assertThat(draw(StandInPlan.random(5, shares))).isEqualTo(first);
    assertThat(first.stream().filter(StandInFault.NONE::equals).count()).isBetween(400L, 600L);
  }

  private static List<StandInFault> draw(StandInPlan plan) {
    List<StandInFault> faults = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      faults.add(plan.faultOf(StandInOperation.B2C, null));
    }
    return faults;
  }

  private DarajaRequests.Initiator us() {
    String here = "http://127.0.0.1:" + receiver.getAddress().getPort();
    return new DarajaRequests.Initiator(
        "600000",
        DarajaStandIn.INITIATOR,
        SecurityCredential.forCertificate(standIn.certificate())
            .encrypt(DarajaStandIn.INITIATOR_PASSWORD),
        here + "/result",
        here + "/time-out");
  }

  private DarajaRequest.B2c b2c(String id, String phone, long amount) {
    DarajaRequests.Initiator us = us();
    return new DarajaRequest.B2c(
        id,
        us.name(),
        us.credential(),
        "BusinessPayment",
        amount,
        us.shortCode(),
        phone,
        "Payment",
        us.timeOutUrl(),
        us.resultUrl(),
        "Payment");
  }

  private DarajaRequest.B2b b2b(String till, long amount) {
    DarajaRequests.Initiator us = us();
    return new DarajaRequest.B2b(
        us.name(),
        us.credential(),
        "BusinessBuyGoods",
        "4",
        "2",
        amount,
        us.shortCode(),
        till,
        null,
        "our reference",
        us.timeOutUrl(),
        us.resultUrl());
  }

  private DarajaRequest.StkPush prompt(String phone) {
    StkPassword password = StkPassword.at(Instant.now(), "174379", DarajaStandIn.PASSKEY);
    return new DarajaRequest.StkPush(
        "174379",
        password.value(),
        password.timestamp(),
        "CustomerPayBillOnline",
        100,
        phone,
        "174379",
        phone,
        us().resultUrl(),
        "A1",
        "A1");
  }

  private CollectionOutcome query(String checkoutRequestId) throws Exception {
    StkPassword password = StkPassword.at(Instant.now(), "174379", DarajaStandIn.PASSKEY);
    HttpResponse<String> answer =
        post(DarajaRequests.prompted("174379", password, checkoutRequestId));
    return CollectionOutcomes.ofQuery(answer.statusCode(), answer.body(), checkoutRequestId);
  }

  private DarajaResult nextResult() throws InterruptedException {
    String post = posts.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(post).startsWith("/result ");
    return DarajaResult.read(post.split(" ", 2)[1]).orElseThrow();
  }

  /** Returns the next result of a query, and skips that of a payment at about the same time. */
  private DarajaResult nextStatus() throws InterruptedException {
    DarajaResult result = nextResult();
    return result.parameter("TransactionStatus").isPresent() ? result : nextStatus();
  }

  private String newToken() throws Exception {
    String basic = DarajaStandIn.CONSUMER_KEY + ":" + DarajaStandIn.CONSUMER_SECRET;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(standIn.url() + "/oauth/v1/generate?grant_type=client_credentials"))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8)))
            .build();
    String body = client.send(request, BodyHandlers.ofString()).body();
    Token answer = DarajaJson.read(body, Token.class).orElseThrow();
    assertThat(answer.lifetime()).contains(Duration.ofSeconds(3599));
    return answer.value().orElseThrow();
  }

  private GatewayAnswer sendOrLose(DarajaRequest request) throws Exception {
    try {
      return send(request);
    } catch (IOException e) {
      return new GatewayAnswer.Unclear("no answer");
    }
  }

  private GatewayAnswer send(DarajaRequest request) throws Exception {
    HttpResponse<String> answer = post(request);
    return GatewayAnswers.read(answer.statusCode(), answer.body());
  }

  private HttpResponse<String> post(DarajaRequest request) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(standIn.url() + request.path()))
            .header("Authorization", "Bearer " + token)
            .POST(BodyPublishers.ofByteArray(DarajaJson.write(request)))
            .build(),
        BodyHandlers.ofString());
  }
}
