package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome.Failed;
import org.mizani.rail.PayoutOutcome.Paid;
import org.mizani.rail.PayoutOutcome.Unknown;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Details of a payout, which partners read beside the contract: the receipt, or the reason why it
 * failed.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class PayoutDetailsApiTest {

  private static final String TIME = "\"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(?:\\.[0-9]{1,3})?Z\"";
  private static final Paid PAID = new Paid(Optional.of("SJK4H7L2QX"), Optional.of("AG_1"));

  @Inject TestPartners partners;
  @Inject ScriptedRail rail;
  @Inject Rows rows;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    rail.answerWith(new Unknown("under way"));
  }

  @Test
  void aPaidPayoutShowsReceiptAndNetworkReference() {
    rail.answerWith(PAID);
    String payout = settled("paid");

    Response details = details(payout);

    assertThat(details.asString())
        .matches(
            ("\\{\"serviceReference\":\"%s\",\"businessReference\":\"paid\","
                    + "\"status\":\"termination_success\","
                    + "\"senderAmount\":7\\.75,\"senderCurrency\":\"USD\","
                    + "\"receiverAmount\":1000,\"receiverCurrency\":\"KES\",\"totalDebited\":7\\.91,"
                    + "\"createdAt\":%s,\"updatedAt\":(%s),\"rate\":129,\"fee\":0\\.16,"
                    + "\"channel\":\"mobile\","
                    + "\"country\":\"KE\",\"recipient\":\"\\*\\*\\*678\","
                    + "\"receipt\":\"SJK4H7L2QX\",\"networkReference\":\"AG_1\","
                    + "\"settledAt\":\\1,\"timeline\":\\[.*],\"webhooks\":\\[]\\}")
                .formatted(payout, TIME, TIME));
    assertThat(details.header("X-RateLimit-Remaining")).isNotBlank();
    assertThat(details.header("X-Request-Id")).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(strings = {"128.1234567891", "0.0000000001", "9999999999.9999999999", "100"})
  void theRateIsShownAsItWasUsed(String rate) {
    String payout = created("rate");
    rows.execute("UPDATE payout SET fx_rate = " + rate + " WHERE id = $1", UUID.fromString(payout));

    assertThat(details(payout).asString()).contains("\"rate\":" + rate + ",");
    assertThat(TestOperator.request().get("/operator/payouts/" + payout).asString())
        .contains("\"rate\":" + rate + ",");
  }

  @Test
  void withoutAnExchangeThereIsNoRate() {
    partner = partners.create(Map.of(CurrencyUnit.KES, "10000"));
    Map<String, Object> body = transferOf("same");
    body.put("senderCurrency", "KES");
    String payout = partner.transfer(body).created().path("serviceReference");

    assertThat(details(payout).json().getMap("")).doesNotContainKey("rate");
    assertThat(TestOperator.request().get("/operator/payouts/" + payout).json().getMap(""))
        .containsEntry("rate", null);
  }

  @Test
  void aPendingPayoutShowsNoResult() {
    Map<String, Object> details = details(created("pending")).json().getMap("");

    assertThat(details)
        .containsEntry("status", "termination_pending")
        .containsEntry("fee", new BigDecimal("0.16"))
        .containsEntry("recipient", "***678")
        .doesNotContainKeys(
            "receipt", "networkReference", "failure", "settledAt", "returnedAt", "returnedAmount");
  }

  @Test
  void showsTheChannelOfATill() {
    String payout = partner.payment(paymentOf("till")).path("serviceReference");

    assertThat(details(payout).json().getMap(""))
        .containsEntry("channel", "till")
        .containsEntry("recipient", "***379");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNSPECIFIED")
  void aFailedPayoutShowsReasonAndResponsibleParty(FailureCode code) {
    rail.answerWith(new Failed(code, "as the network says", Optional.of("AG_2")));

    Response details = details(settled("failed"));

    assertThat(details.json().getMap(""))
        .containsEntry("status", "termination_failure")
        .containsEntry("networkReference", "AG_2")
        .containsKey("settledAt")
        .doesNotContainKey("receipt");
    assertThat(details.json().getMap("failure"))
        .isEqualTo(
            Map.of(
                "code", code.code(),
                "reason", "as the network says",
                "retryHelps", code.retryHelps(),
                "whoseMove", code.mover().code()));
  }

  @Test
  void anOperatorsReasonIsHidden() {
    String payout = created("by hand");
    eventually(
        () ->
            TestOperator.request()
                .body(Map.of("status", "termination_failure", "reason", "said on the phone"))
                .post("/operator/payouts/" + payout + "/settle")
                .statusCode(),
        status -> status == 200);

    Response details = details(payout);

    assertThat(details.json().getMap("failure"))
        .isEqualTo(Map.of("code", "unspecified", "retryHelps", true, "whoseMove", "network"));
  }

  @Test
  void aReturnedPayoutKeepsItsReceipt() {
    rail.answerWith(PAID);
    String payout = settled("back");
    TestOperator.request()
        .body(Map.of("reference", "back " + payout, "reason", "the account is closed"))
        .post("/operator/payouts/" + payout + "/return")
        .succeeded();

    Response details = details(payout);

    assertThat(details.json().getMap(""))
        .containsEntry("status", "termination_success")
        .containsEntry("returnedAmount", new BigDecimal("7.91"))
        .containsEntry("receipt", "SJK4H7L2QX")
        .containsKeys("returnedAt", "settledAt")
        .doesNotContainKey("failure");
    assertThat(details.asString()).doesNotContain("closed");
  }

  @Test
  void anErasedRecipientHidesTheNumberAlone() {
    rail.answerWith(PAID);
    String payout = settled("erased");
    rows.execute("DELETE FROM payout_detail WHERE payout_id = $1", UUID.fromString(payout));

    assertThat(details(payout).json().getMap(""))
        .containsEntry("recipient", "***")
        .containsEntry("receipt", "SJK4H7L2QX");
  }

  @Test
  void aPayoutOfAnotherBusinessIsNotFound() {
    String payout = created("mine");
    Partner other = partners.create(Map.of());

    assertRefused(other.request().get("/business/payouts/" + payout), 404, "transaction not found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mine", "00000000-0000-0000-0000-000000000000", "1-1-1-1-1", "%00"})
  void anUnknownPayoutIsNotFound(String reference) {
    created("mine");

    assertRefused(
        partner.request().asWritten().get("/business/payouts/" + reference),
        404,
        "transaction not found");
  }

  @Test
  void isReadOnly() {
    Response refused = partner.request().delete("/business/payouts/" + created("kept"));

    assertRefused(refused, 405, "method not allowed");
  }

  @Test
  void requiresAToken() {
    Response refused =
        given().port(ServicePort.number()).get("/business/payouts/" + created("guarded"));

    assertAnswer(refused, 401, MISSING_HEADER);
  }

  private Response details(String payout) {
    Response details = partner.request().get("/business/payouts/" + payout);
    assertThat(details.statusCode()).as(details.asString()).isEqualTo(200);
    return details;
  }

  private String created(String reference) {
    return partner.transfer(transferOf(reference)).path("serviceReference");
  }

  private String settled(String reference) {
    String payout = created(reference);
    partner.finalStatus(reference);
    return payout;
  }
}
