package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mizani.support.Eventually.eventually;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.pawapay.StandInConduct.AnswerFault;
import org.mizani.rail.pawapay.StandInConduct.CallbackFault;
import org.mizani.rail.pawapay.StandInConduct.Plan;
import org.mizani.rail.pawapay.StandInPayment.Status;
import org.mizani.rail.pawapay.signature.HttpSigner;
import org.mizani.rail.pawapay.signature.HttpVerifier.Verdict;
import org.mizani.support.TestKeys;

/** Stand-in for pawaPay under each fault, as the service reads its messages. */
class PawapayStandInTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PawapayStandIn pawapay = new PawapayStandIn();
  private StandInClient client;
  private CallbackReceiver receiver;

  @BeforeEach
  void open() throws IOException {
    client = new StandInClient(pawapay.open());
    receiver = new CallbackReceiver(client);
    Stream.of(PaymentKind.values())
        .forEach(kind -> pawapay.conduct().callsBack(kind, receiver.url()));
  }

  @AfterEach
  void close() {
    pawapay.close();
    receiver.close();
  }

  @Test
  void payoutIsPaidAndCalledBack() throws Exception {
    UUID id = UUID.randomUUID();

    assertThat(StandInClient.submission(client.pay(id, "000")))
        .isEqualTo(new Submission(id.toString(), "ACCEPTED", null));
    await(() -> !receiver.received().isEmpty());
    assertThat(receiver.received().get(0).verdict()).isEqualTo(Verdict.VALID);
    assertThat(new PayoutAnswers().ofTransaction(id, receiver.received().get(0).transaction()))
        .isInstanceOfSatisfying(
            PayoutOutcome.Paid.class,
            paid -> {
              assertThat(paid.amount()).hasValue(StandInClient.AMOUNT);
              assertThat(paid.receipt()).isPresent();
            });
    assertThat(new PayoutAnswers().ofStatus(id, client.ask(id)))
        .isInstanceOf(PayoutOutcome.Paid.class);
    assertThat(pawapay.books().sum(PaymentKind.PAYOUT, "KES")).isEqualByComparingTo("1500");
  }

  @Test
  void unknownPayoutIsNotFound() throws Exception {
    assertThat(client.ask(UUID.randomUUID())).isEqualTo(new StatusAnswer("NOT_FOUND", null));
  }

  @Test
  void oneIdIsPaidOnce() throws Exception {
    UUID id = UUID.randomUUID();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    Callable<String> submission = () -> StandInClient.submission(client.pay(id, "000")).status();

    List<String> statuses = new ArrayList<>();
    for (Future<String> answer : threads.invokeAll(Collections.nCopies(20, submission))) {
      statuses.add(answer.get());
    }
    threads.shutdown();

    assertThat(statuses).containsOnlyOnce("ACCEPTED").contains("DUPLICATE_IGNORED");
    await(() -> isFinal(id));
    assertThat(StandInClient.submission(client.pay(id, "000")).status())
        .isEqualTo("DUPLICATE_IGNORED");
    assertThat(pawapay.books().submissions(id.toString())).isEqualTo(21);
    assertThat(pawapay.books().sum(PaymentKind.PAYOUT, "KES")).isEqualByComparingTo("1500");
  }

  @ParameterizedTest
  @CsvSource({
    "089, RECIPIENT_NOT_FOUND",
    "099, RECIPIENT_LIMIT",
    "109, RECIPIENT_LIMIT",
    "119, UNSPECIFIED"
  })
  void phoneNumberDecidesTheFailure(String ending, FailureCode code) throws Exception {
    UUID id = UUID.randomUUID();
    BigDecimal before = pawapay.books().balance("KES");

    client.pay(id, ending);

    await(() -> isFinal(id));
    assertThat(new PayoutAnswers().ofStatus(id, client.ask(id)))
        .isInstanceOfSatisfying(
            PayoutOutcome.Failed.class, failed -> assertThat(failed.code()).isEqualTo(code));
    assertThat(pawapay.books().sum(PaymentKind.PAYOUT, "KES")).isZero();
    assertThat(pawapay.books().balance("KES")).isEqualByComparingTo(before);
  }

  @Test
  void rejectedPayoutIsNotFound() throws Exception {
    UUID id = UUID.randomUUID();

    assertThat(
            new PayoutAnswers()
                .ofSubmission(id, StandInClient.submission(client.pay(id, PaymentKind.REJECTED))))
        .isInstanceOfSatisfying(
            PayoutOutcome.Failed.class,
            failed -> assertThat(failed.code()).isEqualTo(FailureCode.AMOUNT_OUT_OF_LIMITS));
    assertThat(client.ask(id).status()).isEqualTo("NOT_FOUND");
  }

  @Test
  void somePayoutsNeverEnd() throws Exception {
    UUID id = UUID.randomUUID();

    client.pay(id, PaymentKind.NEVER_SETTLES);

    UUID later = UUID.randomUUID();
    pawapay.conduct().callbacks(Plan.always(CallbackFault.NEVER));
    client.pay(later, "000");
    await(() -> isFinal(later));
    assertThat(new PayoutAnswers().ofStatus(id, client.ask(id)))
        .isEqualTo(new PayoutOutcome.Accepted(Optional.empty()));
    assertThat(receiver.received()).isEmpty();
  }

  @Test
  void depositOfOneUnitLessIsCalledBack() throws Exception {
    UUID id = UUID.randomUUID();

    client.collect(id, PaymentKind.ONE_UNIT_LESS);

    await(() -> !receiver.received().isEmpty());
    assertThat(receiver.received().get(0).transaction().money())
        .hasValue(new Money(CurrencyUnit.KES, 149_900));
    assertThat(pawapay.books().sum(PaymentKind.DEPOSIT, "KES")).isEqualByComparingTo("1499");
  }

  @Test
  void depositIsRefundedOnce() throws Exception {
    UUID id = UUID.randomUUID();
    client.collect(id, "000");
    await(() -> !receiver.received().isEmpty());

    assertThat(StandInClient.submission(refund(id)).status()).isEqualTo("ACCEPTED");
    assertThat(StandInClient.submission(refund(id)).failureReason().failureCode())
        .isEqualTo("AMOUNT_TOO_LARGE");
    assertThat(StandInClient.submission(refund(UUID.randomUUID())).failureReason().failureCode())
        .isEqualTo("NOT_FOUND");
  }

  @Test
  void payoutBeyondTheBalanceIsRejected() throws Exception {
    UUID id = UUID.randomUUID();
    pawapay.books().setBalance("KES", new BigDecimal("1499"));

    assertThat(
            new PayoutAnswers().ofSubmission(id, StandInClient.submission(client.pay(id, "000"))))
        .isInstanceOfSatisfying(
            PayoutOutcome.Failed.class,
            failed -> assertThat(failed.code()).isEqualTo(FailureCode.RAIL_OUT_OF_FUNDS));
    WalletBalances balances =
        JSON.readValue(client.get("/v2/wallet-balances").body(), WalletBalances.class);
    assertThat(balances.balances()).contains(new WalletBalances.Balance("KEN", "1499", "KES", ""));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST_BEFORE", "LOST_AFTER"})
  void connectionBreaksBeforeOrAfterTheEffect(AnswerFault fault) throws Exception {
    UUID id = UUID.randomUUID();
    pawapay.conduct().submissions(Plan.inTurn(List.of(fault, AnswerFault.NONE)));

    assertThatExceptionOfType(IOException.class).isThrownBy(() -> client.pay(id, "000"));
    assertThat(client.ask(id).status())
        .isEqualTo(fault == AnswerFault.LOST_BEFORE ? "NOT_FOUND" : "FOUND");
    assertThat(StandInClient.submission(client.pay(id, "000")).status())
        .isEqualTo(fault == AnswerFault.LOST_BEFORE ? "ACCEPTED" : "DUPLICATE_IGNORED");
  }

  @Test
  void moneyThatHasRunOutIsBackAfterSoManyRejections() throws Exception {
    pawapay.books().runOut("KES", 2);
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      answers.add(client.pay(UUID.randomUUID(), "000").body());
    }

    assertThat(answers.subList(0, 2))
        .allMatch(body -> body.contains("PAWAPAY_WALLET_OUT_OF_FUNDS"));
    assertThat(answers.get(2)).contains("ACCEPTED");
  }

  @ParameterizedTest
  @CsvSource({
    "ERROR_AFTER, 500, UNKNOWN_ERROR, FOUND",
    "PAGE_AFTER, 200, html, FOUND",
    "MAINTENANCE, 503, back, NOT_FOUND",
    "LIMITED, 429, Slow down, NOT_FOUND"
  })
  void faultyAnswerHidesTheOutcome(AnswerFault fault, int status, String text, String found)
      throws Exception {
    UUID id = UUID.randomUUID();
    pawapay.conduct().submissions(Plan.always(fault));

    HttpResponse<String> answer = client.pay(id, "000");

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).contains(text);
    assertThat(client.ask(id).status()).isEqualTo(found);
  }

  @Test
  void slowAnswersTakeTheirTime() throws Exception {
    pawapay.conduct().answersAfter(Duration.ofMillis(200)).lastByteAfter(Duration.ofMillis(300));
    pawapay.conduct().submissions(Plan.always(AnswerFault.SLOW_LAST_BYTE));
    Instant before = Instant.now();

    assertThat(StandInClient.submission(client.pay(UUID.randomUUID(), "000")).status())
        .isEqualTo("ACCEPTED");
    assertThat(Duration.between(before, Instant.now())).isGreaterThan(Duration.ofMillis(490));
  }

  @Test
  void submissionsMustBeSignedIfAKeyIsSet() throws Exception {
    KeyPair keys = TestKeys.p256();
    pawapay.conduct().verifies("OURS", keys.getPublic());
    UUID id = UUID.randomUUID();

    assertThat(client.pay(id, "000").statusCode()).isEqualTo(403);
    assertThat(client.ask(id).status()).isEqualTo("NOT_FOUND");
    assertThat(
            StandInClient.submission(
                    client.pay(
                        id, new HttpSigner("OURS", keys.getPrivate(), InstantSource.system())))
                .status())
        .isEqualTo("ACCEPTED");
  }

  @Test
  void requestsWithoutTheTokenAreRefused() throws Exception {
    pawapay.conduct().token("secret");

    assertThat(client.get("/v2/wallet-balances").statusCode()).isEqualTo(403);
    assertThat(client.get("/v2/wallet-balances", "Authorization", "Bearer secret").statusCode())
        .isEqualTo(200);
  }

  @Test
  void toolsAnswerQueries() throws Exception {
    assertThat(
            JSON.readValue(
                client.post("/v2/predict-provider", "{\"phoneNumber\":\"+256 772\"}").body(),
                Prediction.class))
        .isEqualTo(new Prediction(null, "MTN_MOMO_UGA", "256772", null));
    assertThat(
            JSON.readValue(
                client.get("/v2/availability").body(), new TypeReference<List<Availability>>() {}))
        .extracting(Availability::country)
        .containsExactlyInAnyOrder("KEN", "TZA", "UGA");
    assertThat(client.post("/v2/payouts", "{").statusCode()).isEqualTo(400);
  }

  @Test
  void faultsComeWithTheirProbability() {
    Plan<AnswerFault> plan =
        Plan.sometimes(Map.of(AnswerFault.LOST_AFTER, 30), AnswerFault.NONE, 7);

    long faults = Stream.generate(plan).limit(1_000).filter(AnswerFault.LOST_AFTER::equals).count();

    assertThat(faults).isBetween(250L, 350L);
  }

  private HttpResponse<String> refund(UUID depositId) throws IOException {
    Map<String, UUID> refund = Map.of("refundId", UUID.randomUUID(), "depositId", depositId);
    return client.post("/v2/refunds", JSON.writeValueAsString(refund));
  }

  private boolean isFinal(UUID id) {
    return pawapay
        .books()
        .find(PaymentKind.PAYOUT, id.toString())
        .filter(payment -> payment.status() != Status.PROCESSING)
        .isPresent();
  }

  private static void await(BooleanSupplier condition) {
    eventually(condition::getAsBoolean, Boolean.TRUE::equals);
  }
}
