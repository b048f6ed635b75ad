package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.StandIns;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.Eventually;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Pauses of a rail: payouts wait while its account is short or its credential refused, or until an
 * operator resumes it.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class PawapayPauseApiTest {

  private static final String RAILS = "/operator/rails";
  private static final String DONE = "termination_success";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject RailPauses pauses;
  @Inject MeterRegistry metrics;

  @Inject StandIns standIns;

  private PawapayStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    network = standIns.momo();
    partner = partners.createShop(Map.of(CurrencyUnit.TZS, "1000000"));
  }

  @AfterEach
  void booksBalance() {
    SwitchedSubmission.to("on");
    rows.assertBooksBalance();
    resume();
  }

  @Test
  void payoutsWaitUntilTheAccountIsToppedUp() {
    network.books().setBalance("TZS", BigDecimal.ZERO);
    UUID first = pay("first");
    eventually(this::reasons, List.of("out_of_funds")::equals);
    eventually(this::pausedGauge, value -> value == 1);

    UUID second = pay("second");
    eventually(() -> rows.pollsOf(second.toString()), polls -> polls > 2);
    assertThat(List.of(statusOf("first"), statusOf("second"))).containsOnly("termination_pending");
    assertThat(network.books().find(PaymentKind.PAYOUT, second.toString())).isEmpty();

    network.books().setBalance("TZS", new BigDecimal("100000"));
    assertThat(resume().<List<Object>>path("pauses")).isEmpty();

    assertThat(partner.finalStatus("first")).isEqualTo(DONE);
    assertThat(partner.finalStatus("second")).isEqualTo(DONE);
    assertThat(network.books().find(PaymentKind.PAYOUT, first.toString())).isPresent();
    eventually(this::pausedGauge, value -> value == 0);
  }

  @Test
  void aRefusedCredentialPausesTheRail() {
    network.conduct().token("another");
    pay("refused");

    eventually(this::reasons, List.of("credentials")::equals);
    assertThat(statusOf("refused")).isEqualTo("termination_pending");

    network.conduct().token(ConnectedProfile.TOKEN);
    resume();
    assertThat(partner.finalStatus("refused")).isEqualTo(DONE);
  }

  @Test
  void aPromptWithARefusedCredentialPausesTheRail() {
    network.conduct().token("another");
    UUID collection = collect();
    eventually(this::reasons, List.of("credentials")::equals);
    assertThat(statusOf(collection)).isEqualTo("collection_pending");

    network.conduct().token(ConnectedProfile.TOKEN);
    resume();
    assertThat(eventually(() -> statusOf(collection), status -> !status.endsWith("pending")))
        .isEqualTo("collection_success");
  }

  /** pawaPay is asked for the network of a number before anything is submitted. */
  @Test
  void aRefusedCredentialFailsNoPayoutToAnUnknownPrefix() {
    network.conduct().token("another");
    pay("unknown prefix", "+255731000000");

    eventually(this::reasons, List.of("credentials")::equals);
    assertThat(statusOf("unknown prefix")).isEqualTo("termination_pending");

    network.conduct().token(ConnectedProfile.TOKEN);
    resume();
    assertThat(partner.finalStatus("unknown prefix")).isEqualTo(DONE);
  }

  @Test
  void anOperatorPausesAndResumesARail() {
    Response paused = post("/momo/pause", Map.of("reason", "works of the network"));
    assertThat(paused.statusCode()).isEqualTo(200);
    assertThat(paused.<String>path("pauses[0].words")).isEqualTo("works of the network");
    UUID waiting = pay("waiting");
    eventually(() -> rows.pollsOf(waiting.toString()), polls -> polls > 2);
    assertThat(network.books().find(PaymentKind.PAYOUT, waiting.toString())).isEmpty();

    resume();

    assertThat(partner.finalStatus("waiting")).isEqualTo(DONE);
    assertThat(
            rows.count(
                "SELECT count(*) FROM audit_entry WHERE subject = $1 AND action = 'rail.pause'"
                    + " AND after ->> 'reason' = 'works of the network'",
                "rail/momo"))
        .isEqualTo(1);
    assertThat(
            rows.count(
                "SELECT count(*) FROM audit_entry resumed WHERE subject = $1"
                    + " AND action = 'rail.resume'"
                    + " AND id > (SELECT max(id) FROM audit_entry WHERE action = 'rail.pause'"
                    + " AND after ->> 'reason' = 'works of the network')",
                "rail/momo"))
        .isPositive();
  }

  @Test
  void allSubmissionsWaitForTheSwitchAndThenStartSlowly() {
    pay("before");
    assertThat(partner.finalStatus("before")).isEqualTo(DONE);
    assertThat(window()).as("it grows with each answer").isGreaterThan(1);
    SwitchedSubmission.to("ask-only");
    UUID waiting = pay("waiting for the switch");
    eventually(() -> rows.pollsOf(waiting.toString()), polls -> polls > 2);
    assertThat(network.books().find(PaymentKind.PAYOUT, waiting.toString())).isEmpty();
    post("/momo/pause", Map.of("reason", "no answer lets another call in"));

    SwitchedSubmission.to("on");

    assertThat(window()).isEqualTo(1);
    resume();
    assertThat(partner.finalStatus("waiting for the switch")).isEqualTo(DONE);
    assertThat(network.books().find(PaymentKind.PAYOUT, waiting.toString())).isPresent();
  }

  @Test
  void aClearedPauseIsNotRenewedByAnOlderPayout() {
    pauseForShortFunds();
    resume();

    reportShortFunds(Duration.ofHours(1));
    assertThat(reasons()).isEmpty();

    pauseForShortFunds();
  }

  private void pauseForShortFunds() {
    reportShortFunds(Duration.ZERO);
    eventually(this::reasons, List.of("out_of_funds")::equals);
  }

  @Test
  void pauseAndResumeRefuseAnUnknownRail() {
    assertRefused(post("/nobody/pause", Map.of("reason", "x")), 404, "rail not found");
    assertRefused(post("/nobody/resume", Map.of("reason", "x")), 404, "rail not found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/momo/pause", "/momo/resume"})
  void aReasonIsRequired(String path) {
    assertThat(post(path, Map.of()).statusCode()).isEqualTo(400);
    assertThat(reasons()).isEmpty();
  }

  private double window() {
    return metrics.get("payments.rail.window").tag("rail", "momo").gauge().value();
  }

  private double pausedGauge() {
    return metrics.get("payments.rail.paused").tag("rail", "momo").gauge().value();
  }

  private void reportShortFunds(Duration sinceSubmission) {
    PayoutOutcome outcome =
        new PayoutOutcome.Failed(FailureCode.RAIL_OUT_OF_FUNDS, "the account is short");
    pauses.heed("momo", outcome, sinceSubmission).await().atMost(Eventually.PATIENCE);
  }

  private Response resume() {
    Response resumed = post("/momo/resume", Map.of("reason", "mended"));
    assertThat(resumed.statusCode()).as(resumed.asString()).isEqualTo(200);
    return resumed;
  }

  private static Response post(String path, Map<String, String> body) {
    return TestOperator.request().contentType("application/json").body(body).post(RAILS + path);
  }

  private List<String> reasons() {
    return TestOperator.request().get(RAILS).path("items[name=momo].pauses.reason");
  }

  private UUID pay(String reference) {
    return pay(reference, "+255754000000");
  }

  private UUID pay(String reference, String phone) {
    Map<String, Object> body = transferOf(reference);
    body.put("senderCurrency", "TZS");
    body.put("receiverCurrency", "TZS");
    body.put("payoutCountry", "TZ");
    body.put("receiverPhone", phone);
    body.put("amount", new BigDecimal("5000"));
    Response created = partner.transfer(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("serviceReference"));
  }

  private UUID collect() {
    Map<String, Object> body = collectionOf("refused prompt");
    body.put("currency", "TZS");
    body.put("amount", 5000);
    body.put("mobile", "+255754000000");
    Response created = partner.collect(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("id"));
  }

  private String statusOf(UUID collection) {
    return partner.request().get("/business/collections/" + collection).path("status");
  }

  private String statusOf(String reference) {
    return partner.request().get("/business/transactions/" + reference).path("status");
  }
}
