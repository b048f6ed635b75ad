package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.rail.pawapay.StandInConduct.AnswerFault;
import org.mizani.rail.pawapay.StandInConduct.CallbackFault;
import org.mizani.rail.pawapay.StandInConduct.Plan;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts and collections in Tanzania and Uganda through pawaPay, with its faults and without. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class PawapayApiTest {

  private static final String DONE = "termination_success";
  private static final String FAILED = "termination_failure";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject MeterRegistry metrics;

  @Inject StandIns standIns;

  private PawapayStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    network = standIns.momo();
    partner =
        partners.createShop(
            Map.of(
                CurrencyUnit.TZS, "1000000",
                CurrencyUnit.UGX, "1000000",
                CurrencyUnit.ZAR, "10000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @CsvSource({"TZS, +255754000000, 5000", "TZS, +255684000000, 7000"})
  void paysAPhoneAndKeepsTheReceipt(String currency, String phone, String amount) {
    UUID id = pay("paid", currency, phone, amount);

    assertThat(partner.finalStatus("paid")).isEqualTo(DONE);
    StandInPayment paid = network.books().find(PaymentKind.PAYOUT, id.toString()).orElseThrow();
    assertThat(paid.amount()).isEqualByComparingTo(amount);
    assertThat(paid.currency()).isEqualTo(currency);
    assertThat(text("SELECT receipt FROM payout WHERE id = $1", id))
        .isEqualTo(paid.receipt().orElseThrow());
    assertThat(text("SELECT rail FROM payout WHERE id = $1", id)).isEqualTo("momo");
  }

  @Test
  void theSimulatorServesTheOtherCountries() {
    Map<String, Object> body = bankPayoutOf("south africa");
    body.put("senderCurrency", "ZAR");
    body.put("receiverCurrency", "ZAR");
    body.put("payoutCountry", "ZA");
    body.put("receiverBankCode", "632005");
    body.put("receiverAccountNumber", "1100000002");
    body.put("receiverEmail", "juma.mwangi@example.org");
    Response created = partner.bank(body);

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(partner.finalStatus("south africa")).isEqualTo(DONE);
    assertThat(network.books().all(PaymentKind.PAYOUT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "089, recipient_not_found",
    "099, recipient_limit",
    "119, unspecified",
    "149, amount_out_of_limits"
  })
  void aDeclinedPayoutHasASharedFailureCode(String ending, String code) {
    UUID id = pay("declined", "TZS", "+255754000" + ending, "5000");

    assertThat(partner.finalStatus("declined")).isEqualTo(FAILED);
    assertThat(text("SELECT failure_code FROM payout WHERE id = $1", id)).isEqualTo(code);
    assertThat(partner.available("TZS")).isEqualByComparingTo("1000000");
  }

  @Test
  void centsAreRefusedWithoutAHold() {
    Map<String, Object> body = bodyOf("cents", "TZS", "+255754000000", "5000");
    body.put("amount", new BigDecimal("5000.5"));

    Response refused = partner.transfer(body);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(partner.holding("TZS")).isEqualByComparingTo("0");
  }

  @Test
  void anAmountBeyondTheLimitsOfTheRailIsRefusedWithoutAHold() {
    Response refused = partner.transfer(bodyOf("too much", "TZS", "+255754000000", "3000001"));

    assertRefused(refused, 400, "amount must be 3000000 TZS or less");
    assertThat(partner.holding("TZS")).isEqualByComparingTo("0");
  }

  @Test
  void aCollectionBelowTheLimitsOfTheRailIsRefused() {
    Map<String, Object> body = collectionOf("too little");
    body.put("currency", "UGX");
    body.put("mobile", "+256772000000");
    body.put("amount", 599);

    Response refused = partner.collect(body);

    assertRefused(refused, 400, "amount must be 600 UGX or more");
    assertThat(network.books().sum(PaymentKind.DEPOSIT, "UGX")).isEqualByComparingTo("0");
  }

  @ParameterizedTest
  @EnumSource(
      value = AnswerFault.class,
      names = {"LOST_AFTER", "ERROR_AFTER", "PAGE_AFTER", "SLOW_LAST_BYTE"})
  void aPhoneIsPaidOnceDespiteFaultyAnswers(AnswerFault fault) {
    network.conduct().lastByteAfter(Duration.ofHours(1));
    network.conduct().submissions(Plan.inTurn(List.of(fault, AnswerFault.NONE)));

    UUID id = pay("fault", "TZS", "+255754000000", "5000");

    assertThat(partner.finalStatus("fault")).isEqualTo(DONE);
    assertThat(network.books().sum(PaymentKind.PAYOUT, "TZS")).isEqualByComparingTo("5000");
    assertThat(network.books().submissions(id.toString())).isOne();
  }

  @ParameterizedTest
  @EnumSource(
      value = AnswerFault.class,
      names = {"LOST_BEFORE", "MAINTENANCE"})
  void aLostPayoutIsSubmittedAgainLater(AnswerFault fault) {
    network.conduct().submissions(Plan.inTurn(List.of(fault, AnswerFault.NONE)));
    UUID id = pay("never had", "TZS", "+255754000000", "5000");
    eventually(() -> rows.pollsOf(id.toString()), polls -> polls > 2);
    assertThat(network.books().submissions(id.toString())).isLessThanOrEqualTo(1);

    rows.execute(
        "UPDATE payout_due SET submitted_at = now() - interval '15 minutes' WHERE id = $1", id);

    assertThat(partner.finalStatus("never had")).isEqualTo(DONE);
    assertThat(network.books().sum(PaymentKind.PAYOUT, "TZS")).isEqualByComparingTo("5000");
  }

  @Test
  void paymentsWaitForAnOperatorThatIsAway() {
    network.conduct().state(Provider.VODACOM_TZA, "CLOSED");
    UUID payout = pay("operator away", "TZS", "+255754000000", "5000");
    String collection = collect("TZS", "+255754000001");
    eventually(() -> isPutOff("payout_due", payout), put -> put);
    eventually(() -> isPutOff("collection_due", UUID.fromString(collection)), put -> put);

    network.conduct().state(Provider.VODACOM_TZA, "OPERATIONAL");
    rows.execute("UPDATE payout_due SET next_poll_at = now() WHERE id = $1", payout);
    rows.execute(
        "UPDATE collection_due SET next_poll_at = now() WHERE id = $1",
        UUID.fromString(collection));

    assertThat(partner.finalStatus("operator away")).isEqualTo(DONE);
    assertThat(network.books().submissions(payout.toString())).isOne();
    eventually(() -> partner.collected("TZS").intValue(), amount -> amount == 1000);
  }

  /** The pace is halved, and no answer of the network is believed to be about the payment. */
  @Test
  void paymentsWaitForALimitAndAreSubmittedLater() {
    // After a pause of an earlier test the pace may be the least, until the network answers.
    pay("answered", "TZS", "+255754000000", "5000");
    assertThat(partner.finalStatus("answered")).isEqualTo(DONE);
    network.conduct().submissions(Plan.always(AnswerFault.LIMITED));
    double before = window();
    UUID payout = pay("limited", "TZS", "+255754000000", "5000");
    eventually(() -> isPutOff("payout_due", payout), put -> put);
    assertThat(window()).isLessThan(before);
    UUID collection = UUID.fromString(collect("TZS", "+255754000001"));
    eventually(() -> isPutOff("collection_due", collection), put -> put);

    network.conduct().submissions(Plan.always(AnswerFault.NONE));
    rows.execute("UPDATE payout_due SET next_poll_at = now() WHERE id = $1", payout);
    rows.execute("UPDATE collection_due SET next_poll_at = now() WHERE id = $1", collection);

    assertThat(partner.finalStatus("limited")).isEqualTo(DONE);
    assertThat(network.books().submissions(payout.toString())).isOne();
    eventually(() -> partner.collected("TZS").intValue(), amount -> amount == 1000);
    assertThat(network.books().submissions(collection.toString())).isOne();
  }

  private double window() {
    return metrics.get("payments.rail.window").tag("rail", "momo").gauge().value();
  }

  /** Whether a payment waits as if its network had not been called. */
  private boolean isPutOff(String table, UUID id) {
    return rows.count(
            "SELECT count(*) FROM "
                + table
                + " WHERE id = $1 AND skipped_polls > 0 AND skipped_polls = polls",
            id)
        == 1;
  }

  @ParameterizedTest
  @EnumSource(CallbackFault.class)
  void aPayoutSettlesOnceUnderEachCallbackFault(CallbackFault fault) {
    network
        .conduct()
        .settlesAfter(Duration.ofMillis(200))
        .callsBack(PaymentKind.PAYOUT, callbackUrl())
        .callbacks(Plan.always(fault));

    UUID id = pay("called back", "TZS", "+255754000000", "5000");

    assertThat(partner.finalStatus("called back")).isEqualTo(DONE);
    assertThat(network.books().find(PaymentKind.PAYOUT, id.toString())).isPresent();
    assertThat(rows.transfersOf(id.toString())).containsOnlyOnce("capture");
  }

  @Test
  void aSignedCallbackSettlesWithoutAQuery() {
    network
        .conduct()
        .settlesAfter(Duration.ofMillis(100))
        .callsBack(PaymentKind.PAYOUT, callbackUrl())
        .questions(Plan.always(AnswerFault.MAINTENANCE));

    pay("signed", "TZS", "+255754000000", "5000");

    assertThat(partner.finalStatus("signed")).isEqualTo(DONE);
  }

  @Test
  void aForgedCallbackDoesNotSettleThePayout() {
    network
        .conduct()
        .callsBack(PaymentKind.PAYOUT, callbackUrl())
        .callbacks(Plan.always(CallbackFault.FORGED))
        .questions(Plan.always(AnswerFault.MAINTENANCE));

    pay("forged", "TZS", "+255754000000", "5000");

    assertThat(partner.finalStatus("forged")).isEqualTo(DONE);
    assertThat(network.answersToForgeries()).containsOnly(200);
  }

  @Test
  void collectsFromAPhone() {
    collected("+256772000000");

    assertThat(partner.collected("UGX")).isEqualByComparingTo("1000");
    assertThat(network.books().sum(PaymentKind.DEPOSIT, "UGX")).isEqualByComparingTo("1000");
  }

  @ParameterizedTest
  @EnumSource(
      value = AnswerFault.class,
      names = {"NONE", "LOST_AFTER", "ERROR_AFTER", "PAGE_AFTER"})
  void aDepositIsRefundedOnceDespiteFaultyAnswers(AnswerFault fault) {
    String collection = collected("+256772000000");
    network.conduct().submissions(Plan.inTurn(List.of(fault, AnswerFault.NONE)));

    String refund = refund(collection, "400");

    assertThat(finalStatusOf(refund)).isEqualTo(DONE);
    StandInPayment paid = network.books().find(PaymentKind.REFUND, refund).orElseThrow();
    assertThat(paid.amount()).isEqualByComparingTo("400");
    assertThat(paid.phone()).isEqualTo("256772000000");
    assertThat(network.books().submissions(refund)).isOne();
    assertThat(network.books().all(PaymentKind.PAYOUT)).isEmpty();
    assertThat(partner.collected("UGX")).isEqualByComparingTo("600");
  }

  @Test
  void aRefundThatFailsLeavesTheMoneyInTheWallet() {
    String collection = collected("+256772000159");

    String refund = refund(collection, "1000");

    assertThat(finalStatusOf(refund)).isEqualTo(FAILED);
    assertThat(partner.collected("UGX")).isEqualByComparingTo("1000");
  }

  @Test
  void theCallbackOfARefundSettlesIt() {
    String collection = collected("+256772000000");
    network
        .conduct()
        .settlesAfter(Duration.ofMillis(200))
        .callsBack(PaymentKind.REFUND, callbackUrl())
        .questions(Plan.always(AnswerFault.MAINTENANCE));

    assertThat(finalStatusOf(refund(collection, "1000"))).isEqualTo(DONE);
  }

  private String collect(String currency, String phone) {
    Map<String, Object> body = collectionOf("collected");
    body.put("currency", currency);
    body.put("mobile", phone);
    body.put("amount", 1000);
    Response created = partner.collect(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("id");
  }

  private String collected(String phone) {
    String id = collect("UGX", phone);
    String status =
        eventually(
            () -> partner.request().get("/business/collections/" + id).path("status"),
            now -> !"collection_pending".equals(now));
    assertThat(status).isEqualTo("collection_success");
    return id;
  }

  private static String refund(String collection, String amount) {
    Response entered =
        Desk.post(
            "/operator/collections/" + collection + "/refund",
            Map.of("reference", "r", "reason", "sorry", "amount", new BigDecimal(amount)));
    assertThat(entered.statusCode()).as(entered.asString()).isEqualTo(200);
    return entered.path("serviceReference");
  }

  private static String finalStatusOf(String payout) {
    return eventually(
        () -> Desk.get("/operator/payouts/" + payout, Map.of()).path("status"),
        status -> !"termination_pending".equals(status));
  }

  private UUID pay(String reference, String currency, String phone, String amount) {
    Response created = partner.transfer(bodyOf(reference, currency, phone, amount));
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("serviceReference"));
  }

  private static Map<String, Object> bodyOf(
      String reference, String currency, String phone, String amount) {
    Map<String, Object> body = transferOf(reference);
    body.put("senderCurrency", currency);
    body.put("receiverCurrency", currency);
    body.put("payoutCountry", currency.substring(0, 2));
    body.put("receiverPhone", phone);
    body.put("amount", new BigDecimal(amount));
    return body;
  }

  private String text(String query, UUID id) {
    return rows.execute(query, id).get(0).getString(0);
  }

  private static URI callbackUrl() {
    return URI.create(
        "http://localhost:" + ServicePort.number() + "/rails/momo/" + ConnectedProfile.SECRET);
  }
}
