package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.FreePort;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts and collections in Kenya by Daraja, as it works and as it fails. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(DarajaApiTest.Connected.class)
class DarajaApiTest {

  private static final String PHONE = "+254712345678";
  private static final String DONE = "termination_success";
  private static final String FAILED = "termination_failure";

  /** A rail of the type for Kenya; the simulator serves the others. */
  public static final class Connected implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      int port = FreePort.number();
      String certificate =
          new String(StandInKeys.resource("certificate.pem"), StandardCharsets.US_ASCII);
      return Map.ofEntries(
          Map.entry("payments.rail.kenya.type", "daraja"),
          Map.entry("payments.rail.kenya.url", "http://127.0.0.1:" + FreePort.number()),
          Map.entry("payments.rail.kenya.consumer-key", DarajaStandIn.CONSUMER_KEY),
          Map.entry("payments.rail.kenya.consumer-secret", DarajaStandIn.CONSUMER_SECRET),
          Map.entry("payments.rail.kenya.shortcode", "600981"),
          Map.entry("payments.rail.kenya.passkey", DarajaStandIn.PASSKEY),
          Map.entry("payments.rail.kenya.initiator", DarajaStandIn.INITIATOR),
          Map.entry("payments.rail.kenya.initiator-password", DarajaStandIn.INITIATOR_PASSWORD),
          Map.entry("payments.rail.kenya.certificate", certificate),
          Map.entry("payments.rail.kenya.callback-url", "http://localhost:" + port),
          Map.entry("payments.rail.kenya.callback-secret", "where-the-network-calls-back"),
          Map.entry("payments.rail.kenya.callback-sources", "127.0.0.1,::1"),
          Map.entry("payments.rail.kenya.ask-after", "500ms"),
          Map.entry("payments.rail.kenya.ask-prompt-after", "500ms"),
          Map.entry("payments.rail.kenya.slow-down", "500ms"),
          Map.entry("payments.rail.kenya.timeout", "1s"),
          Map.entry("payments.rail.pacing.put-off", "300ms"),
          Map.entry("quarkus.http.test-port", Integer.toString(port)),
          Map.entry("payments.payout.settlement.rail-timeout", "2s"),
          Map.entry("payments.payout.settlement.poll-after", "500ms,1s"),
          Map.entry("payments.collection.settlement.rail-timeout", "2s"),
          Map.entry("payments.collection.settlement.poll-after", "500ms,1s"),
          Map.entry("payments.rail-float.tick", "1h"),
          Map.entry("payments.rail.breaker.off", "kenya,sandbox"));
    }
  }

  @Inject TestPartners partners;
  @Inject Rows rows;

  @ConfigProperty(name = "payments.rail.kenya.url")
  URI url;

  /** One for all tests: a token of another would have the first request of each refused. */
  private static DarajaStandIn network;

  private Partner partner;

  @BeforeEach
  void aNetworkAndAPartner() {
    if (network == null) {
      network = new DarajaStandIn();
      network.open(url.getPort());
    }
    network.plan(StandInPlan.always(StandInFault.NONE));
    network.resultsAfter(Duration.ofMillis(100));
    // Whoever is first has the token made, with a request that is refused.
    if (network.tokens() == 0) {
      partner = partnerWithWallets();
      pay("first", bodyOf("first", "10"));
      assertThat(partner.finalStatus("first")).isEqualTo(DONE);
    }
    partner = partnerWithWallets();
  }

  private Partner partnerWithWallets() {
    return partners.create(
        BusinessProfile.named("Shop").withCollections(),
        Map.of(CurrencyUnit.KES, "1000000", CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
    resume();
  }

  @AfterAll
  static void close() {
    network.close();
    network = null;
  }

  @Test
  void paysAPhoneAndKeepsTheReceipt() {
    UUID id = pay("phone", bodyOf("phone", "5000"));

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
  void withoutTheProductNobodyIsAskedForNames() {
    Response refused =
        partner
            .request()
            .body(Map.of("countryCode", "KE", "type", "till", "lipaNumber", "174379"))
            .post("/business/verify-payment");

    assertRefused(refused, 422, "corridor not available");
    assertThat(network.requests(StandInOperation.MERCHANT)).isZero();
  }

  @Test
  void collectsByPrompt() {
    UUID id = collect("prompt", PHONE);

    assertThat(endOf(id)).isEqualTo("collection_success");
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(network.books().collectedFrom("254712345678")).isPositive();
    assertThat(text("SELECT mno_payment_reference FROM collection WHERE id = $1", id)).isNotBlank();
  }

  @Test
  void centsAreRefusedBeforeAnythingIsHeld() {
    Map<String, Object> body = bodyOf("cents", "5000");
    body.put("amount", new BigDecimal("5000.5"));

    int before = network.requests(StandInOperation.B2C);

    Response refused = partner.transfer(body);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(partner.holding("KES")).isEqualByComparingTo("0");
    assertThat(network.requests(StandInOperation.B2C)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {
        "ACKNOWLEDGEMENT_LOST",
        "ERROR_AFTER_EFFECT",
        "HTML",
        "SLOW",
        "CALLBACK_EARLY",
        "CALLBACK_TWICE",
        "CALLBACK_NEVER",
        "CALLBACK_REORDERED",
        "CALLBACK_FORGED",
        "QUEUE_TIME_OUT",
        "TOKEN_INVALIDATED",
        "SPIKE_ARREST"
      })
  void whateverHappensAPhoneIsPaidOnce(StandInFault fault) {
    network.slowness(Duration.ofSeconds(2));
    network.plan(StandInPlan.inTurn(fault));

    UUID id = pay("fault", bodyOf("fault", "5000"));

    assertThat(partner.finalStatus("fault")).isEqualTo(DONE);
    assertThat(network.books().paidUnder(id.toString())).isEqualTo(5000);
    assertThat(rows.transfersOf(id.toString())).containsOnlyOnce("capture");
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {
        "CALLBACK_EARLY",
        "CALLBACK_TWICE",
        "CALLBACK_NEVER",
        "CALLBACK_FORGED",
        "QUEUE_TIME_OUT",
        "TOKEN_INVALIDATED",
        "SPIKE_ARREST"
      })
  void whateverHappensATillIsPaidOnce(StandInFault fault) {
    network.plan(StandInPlan.inTurn(fault));

    UUID id = merchantPayment(merchant("fault", "till", "174379"));

    assertThat(partner.finalStatus("fault")).isEqualTo(DONE);
    assertThat(network.books().effectsFor(id.toString())).isOne();
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"ACKNOWLEDGEMENT_LOST", "ERROR_AFTER_EFFECT", "HTML", "REQUEST_LOST"})
  void aTillWhoseAcknowledgementIsLostIsForPeople(StandInFault fault) {
    network.plan(StandInPlan.inTurn(fault));
    int before = network.requests(StandInOperation.B2B);

    UUID id = merchantPayment(merchant("lost", "till", "174379"));
    eventually(() -> rows.pollsOf(id.toString()), polls -> polls > 5);

    assertThat(statusOf("lost")).isEqualTo("termination_pending");
    assertThat(network.books().effectsFor(id.toString())).isLessThan(2);
    assertThat(network.requests(StandInOperation.B2B)).isEqualTo(before + 1);
  }

  @Test
  void aPhoneWhoseRequestWasLostIsPaidWhenItMayBeSubmittedAgain() {
    network.plan(StandInPlan.inTurn(StandInFault.REQUEST_LOST));
    int before = network.requests(StandInOperation.B2C);
    UUID id = pay("lost", bodyOf("lost", "5000"));
    eventually(() -> rows.pollsOf(id.toString()), polls -> polls > 4);
    assertThat(network.requests(StandInOperation.B2C)).isEqualTo(before + 1);

    rows.execute(
        "UPDATE payout_due SET submitted_at = now() - interval '15 minutes' WHERE id = $1", id);

    assertThat(partner.finalStatus("lost")).isEqualTo(DONE);
    assertThat(network.books().paidUnder(id.toString())).isEqualTo(5000);
  }

  @ParameterizedTest
  @CsvSource({
    "+254712340001, collection_failure, customer_short_of_funds",
    "+254712341032, collection_failure, customer_declined",
    "+254712342001, collection_failure, wrong_pin",
    "+254712341037, cancelled, expired"
  })
  void aPromptThatIsDeclinedHasItsReason(String phone, String status, String code) {
    UUID id = collect("declined", phone);

    assertThat(endOf(id)).isEqualTo(status);
    assertThat(text("SELECT failure_code FROM collection WHERE id = $1", id)).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "+254712342040, recipient_not_found",
    "+254712340008, recipient_limit",
    "+254712342001, rail_misconfigured"
  })
  void aDeclineHasTheCodeThatAllNetworksShare(String phone, String code) {
    Map<String, Object> body = bodyOf("declined", "5000");
    body.put("receiverPhone", phone);

    UUID id = pay("declined", body);

    assertThat(partner.finalStatus("declined")).isEqualTo(FAILED);
    assertThat(text("SELECT failure_code FROM payout WHERE id = $1", id)).isEqualTo(code);
    assertThat(partner.available("KES")).isEqualByComparingTo("1000000");
  }

  @Test
  void outOfFundsFailsThisPayoutAndTheNextWaitsUntilAnOperatorHasToppedUp() {
    network.plan(StandInPlan.inTurn(StandInFault.OUT_OF_FUNDS));

    UUID id = pay("short", bodyOf("short", "5000"));

    assertThat(partner.finalStatus("short")).isEqualTo(FAILED);
    assertThat(text("SELECT failure_code FROM payout WHERE id = $1", id))
        .isEqualTo("rail_out_of_funds");
    assertThat(partner.available("KES")).isEqualByComparingTo("1000000");

    int before = network.requests(StandInOperation.B2C);
    UUID next = pay("next", bodyOf("next", "5000"));
    eventually(() -> rows.pollsOf(next.toString()), polls -> polls > 2);
    assertThat(statusOf("next")).isEqualTo("termination_pending");
    assertThat(network.requests(StandInOperation.B2C)).isEqualTo(before);

    resume();
    assertThat(partner.finalStatus("next")).isEqualTo(DONE);
    assertThat(network.books().paidUnder(next.toString())).isEqualTo(5000);
  }

  private static void resume() {
    TestOperator.request()
        .contentType("application/json")
        .body(Map.of("reason", "topped up"))
        .post("/operator/rails/kenya/resume")
        .then()
        .statusCode(200);
  }

  private UUID pay(String reference, Map<String, Object> body) {
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

  private String endOf(UUID collection) {
    return eventually(
        () -> partner.request().get("/business/collections/" + collection).path("status"),
        status -> !"collection_pending".equals(status));
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
