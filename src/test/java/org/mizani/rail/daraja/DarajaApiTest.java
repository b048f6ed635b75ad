package org.mizani.rail.daraja;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts and collections in Kenya through Daraja, with its faults and without. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaApiTest {

  private static final String PHONE = "+254712345678";
  private static final String DONE = "termination_success";
  private static final String FAILED = "termination_failure";
  private static final Duration NEVER = Duration.ofHours(1);

  private static final Set<StandInFault> PHONE_FAULTS =
      EnumSet.of(
          StandInFault.ACKNOWLEDGEMENT_LOST,
          StandInFault.ERROR_AFTER_EFFECT,
          StandInFault.HTML,
          StandInFault.SLOW,
          StandInFault.CALLBACK_EARLY,
          StandInFault.CALLBACK_TWICE,
          StandInFault.CALLBACK_NEVER,
          StandInFault.CALLBACK_REORDERED,
          StandInFault.CALLBACK_FORGED,
          StandInFault.QUEUE_TIME_OUT);

  private static final Set<StandInFault> TILL_FAULTS =
      EnumSet.of(
          StandInFault.CALLBACK_EARLY,
          StandInFault.CALLBACK_TWICE,
          StandInFault.CALLBACK_NEVER,
          StandInFault.CALLBACK_FORGED,
          StandInFault.QUEUE_TIME_OUT);

  /** Faults after which the service has no acknowledgement of a payment to a till. */
  private static final Set<StandInFault> UNCLEAR =
      EnumSet.of(
          StandInFault.ACKNOWLEDGEMENT_LOST,
          StandInFault.ERROR_AFTER_EFFECT,
          StandInFault.HTML,
          StandInFault.REQUEST_LOST);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;

  private DarajaStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    network = standIns.kenya();
    // The very first request also has the token made.
    if (network.tokens() == 0) {
      partner = partnerWithWallets();
      pay(bodyOf("first", "10"));
      assertThat(partner.finalStatus("first")).isEqualTo(DONE);
    }
    partner = partnerWithWallets();
  }

  private Partner partnerWithWallets() {
    return partners.createShop(Map.of(CurrencyUnit.KES, "1000000", CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    rows.endPollsOf(partner.businessId());
    rows.assertBooksBalance();
    resume();
  }

  @Test
  void paysAPhoneAndKeepsTheReceipt() {
    UUID id = pay(bodyOf("phone", "5000"));

    assertThat(partner.finalStatus("phone")).isEqualTo(DONE);
    assertThat(network.books().paidUnder(id.toString())).isEqualTo(5000);
    assertThat(text("SELECT receipt FROM payout WHERE id = $1", id)).isNotBlank();
  }

  @Test
  void paysATillAndAPaybill() {
    Map<String, Object> till = merchant("till", "till", "174379");
    Map<String, Object> paybill = merchant("paybill", "paybill", "888880");
    paybill.put("receiverAccount", "ACC-7");
    UUID toTill = merchantPayment(till);
    UUID toPaybill = merchantPayment(paybill);

    assertThat(partner.finalStatus("till")).isEqualTo(DONE);
    assertThat(partner.finalStatus("paybill")).isEqualTo(DONE);
    assertThat(network.books().paidFor(toTill.toString())).isEqualTo(5000);
    assertThat(network.books().paidFor(toPaybill.toString())).isEqualTo(5000);
    assertThat(text("SELECT receipt FROM payout WHERE id = $1", toTill)).isNotBlank();
  }

  @Test
  void collectsByPrompt() {
    UUID id = collect("prompt", PHONE);

    assertThat(partner.finalStatusOf(id)).isEqualTo("collection_success");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(network.books().collectedFrom("254712345678")).isPositive();
    assertThat(text("SELECT mno_payment_reference FROM collection WHERE id = $1", id)).isNotBlank();
  }

  @Test
  void centsAreRefusedWithoutAHold() {
    Map<String, Object> body = bodyOf("cents", "5000");
    body.put("amount", new BigDecimal("5000.5"));

    int before = network.requests(StandInOperation.B2C);

    Response refused = partner.transfer(body);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(partner.holding("KES")).isEqualByComparingTo("0");
    assertThat(network.requests(StandInOperation.B2C)).isEqualTo(before);
  }

  @Test
  void eachPhoneIsPaidOnceDespiteFaults() {
    network.slowness(NEVER);
    Map<StandInFault, String> phones = new EnumMap<>(StandInFault.class);
    PHONE_FAULTS.forEach(fault -> phones.put(fault, "+2547123457" + (10 + fault.ordinal())));
    network.plan(
        StandInPlan.firstOf(
            phones.entrySet().stream()
                .collect(toMap(phone -> phone.getValue().substring(1), Map.Entry::getKey))));

    Map<StandInFault, UUID> paid = new EnumMap<>(StandInFault.class);
    phones.forEach(
        (fault, phone) -> {
          Map<String, Object> body = bodyOf(fault.name(), "5000");
          body.put("receiverPhone", phone);
          paid.put(fault, pay(body));
        });

    paid.forEach((fault, id) -> assertPaidOnce(fault.name(), id));
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"TOKEN_INVALIDATED", "SPIKE_ARREST"})
  void aPhoneIsPaidOnceAfterARefusedRequest(StandInFault fault) {
    network.plan(StandInPlan.inTurn(fault).only(StandInOperation.B2C));

    assertPaidOnce("fault", pay(bodyOf("fault", "5000")));
  }

  private void assertPaidOnce(String reference, UUID id) {
    assertThat(partner.finalStatus(reference)).as(reference).isEqualTo(DONE);
    assertThat(network.books().paidUnder(id.toString())).as(reference).isEqualTo(5000);
    assertThat(rows.transfersOf(id.toString())).as(reference).containsOnlyOnce("capture");
  }

  @Test
  void eachTillIsPaidOnceDespiteFaults() {
    Map<StandInFault, UUID> paid = payTills(TILL_FAULTS);

    paid.forEach(
        (fault, id) -> {
          assertThat(partner.finalStatus(fault.name())).as("%s", fault).isEqualTo(DONE);
          assertThat(network.books().effectsFor(id.toString())).as("%s", fault).isOne();
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"TOKEN_INVALIDATED", "SPIKE_ARREST"})
  void aTillIsPaidOnceAfterARefusedRequest(StandInFault fault) {
    network.plan(StandInPlan.inTurn(fault).only(StandInOperation.B2B));

    UUID id = merchantPayment(merchant("fault", "till", "174379"));

    assertThat(partner.finalStatus("fault")).isEqualTo(DONE);
    assertThat(network.books().effectsFor(id.toString())).isOne();
  }

  @Test
  void unacknowledgedTillPaymentsAreNotRepeatedAndThoseThatTheNetworkNeverHadStayPending() {
    Map<StandInFault, UUID> unclear = payTills(UNCLEAR);
    awaitPolls(unclear.get(StandInFault.REQUEST_LOST), 5);

    unclear.forEach(
        (fault, id) -> {
          boolean lost = fault == StandInFault.REQUEST_LOST;
          assertThat(lost ? statusOf(fault.name()) : partner.finalStatus(fault.name()))
              .as("%s", fault)
              .isEqualTo(lost ? "termination_pending" : DONE);
          assertThat(network.books().effectsFor(id.toString()))
              .as("%s", fault)
              .isEqualTo(lost ? 0 : 1);
        });
    assertThat(network.requests(StandInOperation.B2B)).isEqualTo(UNCLEAR.size());
  }

  /** Pays one till for each fault, and returns the payouts. */
  private Map<StandInFault, UUID> payTills(Set<StandInFault> faults) {
    network.plan(
        StandInPlan.firstOf(faults.stream().collect(toMap(DarajaApiTest::tillOf, fault -> fault))));
    Map<StandInFault, UUID> paid = new EnumMap<>(StandInFault.class);
    faults.forEach(
        fault -> paid.put(fault, merchantPayment(merchant(fault.name(), "till", tillOf(fault)))));
    return paid;
  }

  private static String tillOf(StandInFault fault) {
    return "5551" + (10 + fault.ordinal());
  }

  /** Waits until the payout has been polled more often than this. */
  private void awaitPolls(UUID id, int times) {
    eventually(() -> rows.pollsOf(id.toString()), polls -> polls > times);
  }

  @Test
  void aLostRequestToAPhoneIsSubmittedAgainLater() {
    network.plan(StandInPlan.inTurn(StandInFault.REQUEST_LOST).only(StandInOperation.B2C));
    UUID id = pay(bodyOf("lost", "5000"));
    awaitPolls(id, 4);
    assertThat(network.requests(StandInOperation.B2C)).isOne();

    rows.execute(
        "UPDATE payout_due SET submitted_at = now() - interval '15 minutes' WHERE id = $1", id);

    assertThat(partner.finalStatus("lost")).isEqualTo(DONE);
    assertThat(network.books().paidUnder(id.toString())).isEqualTo(5000);
  }

  @Test
  void aQuestionAboutAPromptThatMeetsALimitIsAskedAgainLater() {
    network.plan(
        (operation, request) ->
            switch (operation) {
              case PROMPT -> StandInFault.CALLBACK_NEVER;
              case PROMPT_QUERY -> StandInFault.SPIKE_ARREST;
              default -> StandInFault.NONE;
            });
    UUID id = collect("limited", PHONE);
    eventually(
        () -> rows.count("SELECT skipped_polls FROM collection_due WHERE id = $1", id),
        skipped -> skipped > 0);

    network.plan(StandInPlan.always(StandInFault.NONE));

    assertThat(partner.finalStatusOf(id)).isEqualTo("collection_success");
    assertThat(network.requests(StandInOperation.PROMPT)).isOne();
  }

  @ParameterizedTest
  @CsvSource({
    "+254712340001, collection_failure, customer_short_of_funds",
    "+254712341032, collection_failure, customer_declined",
    "+254712342001, collection_failure, wrong_pin",
    "+254712341037, cancelled, expired"
  })
  void aFailedPromptHasItsFailureCode(String phone, String status, String code) {
    UUID id = collect("declined", phone);

    assertThat(partner.finalStatusOf(id)).isEqualTo(status);
    assertThat(text("SELECT failure_code FROM collection WHERE id = $1", id)).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "+254712342040, recipient_not_found",
    "+254712340008, recipient_limit",
    "+254712342001, rail_misconfigured"
  })
  void aDeclinedPayoutHasASharedFailureCode(String phone, String code) {
    Map<String, Object> body = bodyOf("declined", "5000");
    body.put("receiverPhone", phone);

    UUID id = pay(body);

    assertThat(partner.finalStatus("declined")).isEqualTo(FAILED);
    assertThat(text("SELECT failure_code FROM payout WHERE id = $1", id)).isEqualTo(code);
    assertThat(partner.available("KES")).isEqualByComparingTo("1000000");
  }

  @ParameterizedTest
  @CsvSource({
    "till, 552040, recipient_not_found",
    "till, 550404, recipient_not_found",
    "till, 550008, recipient_limit",
    "paybill, 880003, amount_out_of_limits",
    "paybill, 882040, recipient_not_found",
    "paybill, 888006, rail_misconfigured"
  })
  void aDeclinedMerchantPaymentHasASharedFailureCode(String type, String number, String code) {
    Map<String, Object> body = merchant("declined", type, number);
    if (type.equals("paybill")) {
      body.put("receiverAccount", "ACC-7");
    }

    UUID id = merchantPayment(body);

    assertThat(partner.finalStatus("declined")).isEqualTo(FAILED);
    assertThat(text("SELECT failure_code FROM payout WHERE id = $1", id)).isEqualTo(code);
    assertThat(partner.available("KES")).isEqualByComparingTo("1000000");
  }

  @Test
  void outOfFundsFailsAPayoutAndPausesTheRail() {
    network.plan(StandInPlan.inTurn(StandInFault.OUT_OF_FUNDS).only(StandInOperation.B2C));

    UUID id = pay(bodyOf("short", "5000"));

    assertThat(partner.finalStatus("short")).isEqualTo(FAILED);
    assertThat(text("SELECT failure_code FROM payout WHERE id = $1", id))
        .isEqualTo("rail_out_of_funds");
    assertThat(partner.available("KES")).isEqualByComparingTo("1000000");

    int before = network.requests(StandInOperation.B2C);
    UUID next = pay(bodyOf("next", "5000"));
    awaitPolls(next, 2);
    assertThat(statusOf("next")).isEqualTo("termination_pending");
    assertThat(network.requests(StandInOperation.B2C)).isEqualTo(before);

    resume();
    assertThat(partner.finalStatus("next")).isEqualTo(DONE);
    assertThat(network.books().paidUnder(next.toString())).isEqualTo(5000);
  }

  @Test
  void aRefusedCredentialPausesTheRail() {
    network.refuseCredential(true);
    network.invalidateToken();
    pay(bodyOf("refused", "5000"));
    eventually(DarajaApiTest::reasons, List.of("credentials")::equals);
    assertThat(statusOf("refused")).isEqualTo("termination_pending");

    network.refuseCredential(false);
    resume();

    assertThat(partner.finalStatus("refused")).isEqualTo(DONE);
  }

  private static List<String> reasons() {
    return TestOperator.request().get("/operator/rails").path("items[name=kenya].pauses.reason");
  }

  private static void resume() {
    TestOperator.request()
        .contentType("application/json")
        .body(Map.of("reason", "topped up"))
        .post("/operator/rails/kenya/resume")
        .succeeded();
  }

  private UUID pay(Map<String, Object> body) {
    Response created = partner.transfer(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("serviceReference"));
  }

  private UUID merchantPayment(Map<String, Object> body) {
    Response created = partner.payment(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("serviceReference"));
  }

  private UUID collect(String reference, String phone) {
    Map<String, Object> body = collectionOf(reference);
    body.put("mobile", phone);
    Response created = partner.collect(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("id"));
  }

  private String statusOf(String reference) {
    return partner.request().get("/business/transactions/" + reference).path("status");
  }

  private static Map<String, Object> bodyOf(String reference, String amount) {
    Map<String, Object> body = transferOf(reference);
    body.put("senderCurrency", "KES");
    body.put("receiverPhone", PHONE);
    body.put("amount", new BigDecimal(amount));
    return body;
  }

  private static Map<String, Object> merchant(String reference, String type, String number) {
    Map<String, Object> body = paymentOf(reference);
    body.put("senderCurrency", "KES");
    body.put("type", type);
    body.put("receiverLipaNumber", number);
    body.put("amount", new BigDecimal("5000"));
    return body;
  }

  private String text(String query, UUID id) {
    return rows.execute(query, id).get(0).getString(0);
  }
}
