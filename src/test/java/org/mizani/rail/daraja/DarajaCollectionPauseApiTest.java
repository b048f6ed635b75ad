package org.mizani.rail.daraja;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Collections of a rail that pauses: they wait where the network is not to be called at all. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaCollectionPauseApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;
  @Inject MeterRegistry metrics;

  private DarajaStandIn network;
  private Partner partner;

  @BeforeEach
  void aPartner() {
    network = standIns.kenya();
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.endPollsOf(partner.businessId()); // before the rail goes on: the next test counts requests
    network.plan(StandInPlan.always(StandInFault.NONE));
    network.refuseCredential(false);
    resume();
    rows.assertBooksBalance();
  }

  @Test
  void aPromptWithARefusedCredentialPausesTheRail() {
    UUID first = refusedPrompt();
    assertThat(pausedGauge()).isEqualTo(1);
    int tokenRequests = network.tokenRequests();
    int prompts = network.requests(StandInOperation.PROMPT);

    UUID second = collect("second");
    awaitSkips(first, 3);
    awaitSkips(second, 3);
    assertThat(verifyTill().statusCode()).isEqualTo(503);

    assertThat(List.of(partner.statusOf(first), partner.statusOf(second)))
        .containsOnly("collection_pending");
    assertThat(network.tokenRequests()).isEqualTo(tokenRequests);
    assertThat(network.requests(StandInOperation.PROMPT)).isEqualTo(prompts);

    network.refuseCredential(false);
    resume();

    assertThat(partner.finalStatusOf(first)).isEqualTo("collection_success");
    assertThat(partner.finalStatusOf(second)).isEqualTo("collection_success");
    eventually(this::pausedGauge, isEqual(0.0));
  }

  @Test
  void aCollectionThatExpiresInAPauseIsCancelledWithoutAPrompt() {
    UUID collection = refusedPrompt();

    rows.changeCollection(
        collection,
        "created_at = now() - interval '10 s', expires_at = now() - interval '1 s'",
        "next_poll_at = now()");

    assertThat(partner.finalStatusOf(collection)).isEqualTo("cancelled");
    assertThat(network.books().entries(StandInOperation.PROMPT)).isEmpty();
  }

  /** The clock cancels it, but nobody has asked the network whether it was paid. */
  @Test
  void aPromptedCollectionIsAskedAboutAfterAPauseThatOutlastsItsWatch() {
    network.plan(
        (operation, request) ->
            operation == StandInOperation.PROMPT
                ? StandInFault.CALLBACK_NEVER
                : StandInFault.MAINTENANCE);
    UUID collection = collect("prompted");
    eventually(() -> network.requests(StandInOperation.PROMPT_QUERY) > 0, isEqual(true));
    refusedPrompt();

    rows.changeCollection(
        collection,
        "created_at = now() - interval '26 hours', expires_at = now() - interval '25 hours'",
        "next_poll_at = now()");
    assertThat(partner.finalStatusOf(collection)).isEqualTo("cancelled");
    awaitSkips(
        collection,
        3 + rows.count("SELECT skipped_polls FROM collection_due WHERE id = $1", collection));
    assertThat(credited(collection)).isZero();

    network.plan(StandInPlan.always(StandInFault.NONE));
    network.refuseCredential(false);
    resume();

    eventually(() -> credited(collection), isEqual(1L));
  }

  private long credited(UUID collection) {
    return rows.count(
        "SELECT count(*) FROM collection WHERE id = $1 AND credited_at IS NOT NULL", collection);
  }

  /** The user that orders payouts prompts nobody, and looks no names up. */
  @Test
  void aResultAgainstTheInitiatorPausesPayoutsAlone() {
    partner = partners.createShop(Map.of(CurrencyUnit.KES, "1000000"));
    payBiller("locked", "888006");
    assertThat(partner.finalStatus("locked")).isEqualTo("termination_failure");
    assertThat(reasons()).containsExactly("initiator");
    int payments = network.requests(StandInOperation.B2B);

    UUID next = payBiller("next", "880100");
    eventually(
        () ->
            rows.count("SELECT skipped_polls FROM payout_due WHERE id = $1", next) >= 2
                && network.requests(StandInOperation.B2B) == payments,
        isEqual(true));
    assertThat(partner.finalStatusOf(collect("meanwhile"))).isEqualTo("collection_success");
    assertThat(verifyTill().statusCode()).isEqualTo(200);

    resume();
    assertThat(partner.finalStatus("next")).isEqualTo("termination_success");
  }

  private UUID payBiller(String reference, String biller) {
    Map<String, Object> body = paymentOf(reference);
    body.put("senderCurrency", "KES");
    body.put("type", "paybill");
    body.put("receiverLipaNumber", biller);
    body.put("receiverAccount", "ACC-7");
    body.put("amount", new BigDecimal("5000"));
    Response created = partner.payment(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("serviceReference"));
  }

  @Test
  void collectionsGoOnWhilePayoutsPause() {
    post("pause").succeeded();

    assertThat(partner.finalStatusOf(collect("during works"))).isEqualTo("collection_success");
  }

  @Test
  void resumeKnowsEachRail() {
    post("simulator", "resume").succeeded();
    assertRefused(post("nobody", "resume"), 404, "rail not found");
  }

  private UUID refusedPrompt() {
    network.refuseCredential(true);
    network.invalidateToken();
    UUID collection = collect("first");
    eventually(DarajaCollectionPauseApiTest::reasons, isEqual(List.of("credentials")));
    // The pod heeds the pause a moment after it is stored; a poll that had begun by then may still
    // want a token, and is over once a later one was skipped.
    eventually(this::pausedGauge, isEqual(1.0));
    awaitSkips(collection, 1);
    return collection;
  }

  private void awaitSkips(UUID collection, long times) {
    eventually(
        () ->
            rows.count("SELECT skipped_polls FROM collection_due WHERE id = $1", collection)
                >= times,
        isEqual(true));
  }

  private Response verifyTill() {
    return partner
        .request()
        .body(Map.of("countryCode", "KE", "type", "till", "lipaNumber", "174379"))
        .post("/business/verify-payment");
  }

  private UUID collect(String reference) {
    Response created = partner.collect(collectionOf(reference));
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return UUID.fromString(created.path("id"));
  }

  private double pausedGauge() {
    return metrics.get("payments.rail.paused").tag("rail", "kenya").gauge().value();
  }

  private static List<String> reasons() {
    return TestOperator.request().get("/operator/rails").path("items[name=kenya].pauses.reason");
  }

  private static void resume() {
    post("resume").succeeded();
  }

  private static Response post(String operation) {
    return post("kenya", operation);
  }

  private static Response post(String rail, String operation) {
    return TestOperator.request()
        .contentType("application/json")
        .body(Map.of("reason", "works of the network"))
        .post("/operator/rails/" + rail + "/" + operation);
  }
}
