package org.mizani.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.HeldPayouts;
import org.mizani.payout.HeldPayouts.Review;
import org.mizani.payout.ScreeningProfile;
import org.mizani.payout.ScreeningStandIn;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.rail.CollectionOutcome;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;
import org.mizani.webhook.endpoint.HoldingReceiver.Arrival;

/** The release of a payout that its screening has held is told once, before its end. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScreeningProfile.class)
class EndpointReleaseApiTest {

  private static final String HELD =
      "SELECT count(*) FROM payout_due WHERE id = $1 AND screening = 'held'"
          + " AND leased_until IS NULL";

  private static final String TOLD =
      "SELECT count(*) FROM webhook_delivery WHERE subject_id = $1 AND kind = 'payout_release'";

  @Inject TestPartners partners;
  @Inject ScriptedRail rail;
  @Inject HeldPayouts heldPayouts;
  @Inject Rows rows;

  @ConfigProperty(name = "payments.screening.url")
  URI url;

  private ScreeningStandIn service;
  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void aServiceThatHoldsAll() throws Exception {
    service = ScreeningStandIn.at(url);
    service.decides("hold", "listed name");
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.PAYS);
  }

  @AfterEach
  void booksBalance() {
    service.close();
    receiver.close();
    rail.behave(Behaviour.PAYS);
    rows.assertBooksBalance();
  }

  @Test
  void aReleaseIsToldToTheEndpointsOfItsKindAndNotToTheCallBack() {
    JsonObject endpoint = new Endpoints(partner).make(receiver.url("/releases"), "payout_release");
    new Endpoints(partner).make(receiver.url("/payouts"), "payout");
    UUID id = held("order");

    assertThat(review(id, "release").statusCode()).isEqualTo(200);

    Received told = arrived("/releases").get(0);
    assertThat(told.body())
        .isEqualTo(
            ("{\"event\":\"business.payout.released\",\"businessId\":\"%s\","
                    + "\"businessReference\":\"order\",\"serviceReference\":\"%s\","
                    + "\"status\":\"termination_pending\",\"senderCurrency\":\"USD\","
                    + "\"receiverCurrency\":\"KES\",\"senderAmount\":7.75,"
                    + "\"receiverAmount\":1000}")
                .formatted(business(), id));
    assertThat(Endpoints.isVerified(endpoint, told)).isTrue();
    for (String path : List.of("/payouts", "/call-back")) {
      assertThat(arrived(path))
          .singleElement()
          .satisfies(ended -> assertThat(ended.body()).contains("termination_success"));
    }
    assertThat(receiver.at("/releases")).hasSize(1);
  }

  @Test
  void aReleaseIsAnEventAlsoWithoutAnEndpoint() {
    UUID id = held("order");

    review(id, "release");

    List<JsonObject> events = eventually(this::events, found -> found.size() == 2);
    assertThat(events)
        .extracting(event -> event.getString("id"))
        .containsExactly("payout_release:" + id, "payout:" + id);
    JsonObject release = events.get(0);
    assertThat(release.getString("kind")).isEqualTo("payout_release");
    assertThat(release.getJsonObject("data").encode())
        .isEqualTo(
            ("{\"event\":\"business.payout.released\",\"businessId\":\"%s\","
                    + "\"businessReference\":\"order\",\"serviceReference\":\"%s\","
                    + "\"status\":\"termination_pending\",\"senderCurrency\":\"USD\","
                    + "\"receiverCurrency\":\"KES\",\"senderAmount\":7.75,"
                    + "\"receiverAmount\":1000}")
                .formatted(business(), id));
    assertThat(events.get(1).getJsonObject("data").containsKey("event")).isFalse();
    assertThat(rows.count(TOLD, id)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"refuse", "settle"})
  void aHoldThatEndsOtherwiseIsNoRelease(String how) {
    new Endpoints(partner).make(receiver.url("/events"), "payout_release", "payout");
    UUID id = held("order");

    if (how.equals("refuse")) {
      review(id, "refuse");
    } else {
      TestOperator.request()
          .body(Map.of("status", "termination_failure", "reason", "seen"))
          .post("/operator/payouts/" + id + "/settle")
          .succeeded();
    }

    assertThat(arrived("/events"))
        .singleElement()
        .satisfies(ended -> assertThat(ended.body()).contains("termination_failure"));
    assertThat(rows.count(TOLD, id)).isZero();
    assertThat(events()).extracting(event -> event.getString("id")).containsExactly("payout:" + id);
  }

  @Test
  void ofReleasesAtOnceOneIsTold() {
    new Endpoints(partner).make(receiver.url("/releases"), "payout_release");
    UUID id = held("order");

    List<CompletableFuture<Response>> reviews =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> review(id, "release")))
            .toList();

    assertThat(reviews.stream().map(CompletableFuture::join).map(Response::statusCode))
        .containsOnlyOnce(200)
        .containsOnly(200, 409);
    arrived("/releases");
    assertThat(rows.count(TOLD, id)).isOne();
    assertThat(rows.count("SELECT count(*) FROM payout_release WHERE id = $1", id)).isOne();
  }

  @Test
  void aReleaseThatIsRolledBackIsToldNowhere() {
    new Endpoints(partner).make(receiver.url("/releases"), "payout_release");
    UUID id = held("order");

    assertThatThrownBy(
            () ->
                heldPayouts
                    .decide(
                        id,
                        Review.RELEASE,
                        () -> Uni.createFrom().failure(new IllegalStateException("no")))
                    .await()
                    .atMost(PATIENCE))
        .hasMessageContaining("no");

    assertThat(rows.count(TOLD, id)).isZero();
    assertThat(rows.count(HELD, id)).isOne();
    assertThat(events()).isEmpty();
    assertThat(rail.callsFor(id.toString())).isEmpty();
    assertThat(review(id, "release").statusCode()).isEqualTo(200);
    arrived("/releases");
    assertThat(rows.count(TOLD, id)).isOne();
  }

  /** Also one that fails as soon as it is submitted. */
  @ParameterizedTest
  @EnumSource(names = {"PAYS", "DECLINES"})
  void atAnOrderedEndpointTheEndWaitsForTheRelease(Behaviour behaviour) throws Exception {
    rail.behave(behaviour);
    try (HoldingReceiver ordered = HoldingReceiver.listen()) {
      Map<String, ?> form =
          Map.of(
              "url", ordered.url(), "kinds", List.of("payout", "payout_release"), "ordered", true);
      assertThat(new Endpoints(partner).post(form).statusCode()).isEqualTo(201);
      UUID id = held("order");
      ordered.holdNext();

      review(id, "release");
      eventually(
          () -> rows.count("SELECT count(*) FROM payout WHERE id = $1 AND status <> 'pending'", id),
          ended -> ended == 1);
      assertThat(
              rows.count(
                  "SELECT count(*) FROM webhook_delivery e JOIN webhook_delivery d"
                      + " ON d.id = e.follows AND d.kind = 'payout_release'"
                      + " WHERE e.subject_id = $1 AND e.kind = 'payout'",
                  id))
          .isOne();
      eventually(() -> ordered.of(id), all -> !all.isEmpty());
      ordered.answerHeld(200);

      List<Arrival> all =
          eventually(
              () -> ordered.of(id),
              some -> some.stream().anyMatch(arrival -> !arrival.ofRelease()));
      List<Boolean> releases = all.stream().map(Arrival::ofRelease).toList();
      assertThat(releases.indexOf(false)).isGreaterThan(releases.lastIndexOf(true));
      assertThat(releases).contains(true);
    }
  }

  @Test
  void aPayoutThatWasNotHeldFollowsNoOther() {
    service.decides("allow", "");
    Map<String, ?> form =
        Map.of(
            "url",
            receiver.url("/ordered"),
            "kinds",
            List.of("payout", "payout_release"),
            "ordered",
            true);
    assertThat(new Endpoints(partner).post(form).statusCode()).isEqualTo(201);

    UUID id = payout("order");

    arrived("/ordered");
    assertThat(
            rows.count(
                "SELECT count(*) FROM webhook_delivery WHERE subject_id = $1"
                    + " AND follows IS NOT NULL",
                id))
        .isZero();
  }

  /** No business has requested it as a payout, so its end is no event either. */
  @Test
  void theReleaseOfARefundIsNoEvent() {
    Partner shop = partners.createShop(Map.of(CurrencyUnit.USD, "1"));
    new Endpoints(shop).make(receiver.url("/events"), "payout_release", "payout");
    rail.answerWith(new CollectionOutcome.Collected("SJK4H7L2QX", Optional.empty()));
    String collection = shop.collect(collectionOf("paid")).created().path("id");
    eventually(
        () -> shop.request().get("/business/collections/" + collection).<String>path("status"),
        "collection_success"::equals);
    rail.behave(Behaviour.PAYS);
    UUID refund =
        UUID.fromString(
            shop.request()
                .body(Map.of("reference", "back"))
                .post("/business/collections/" + collection + "/refunds")
                .created()
                .path("id"));
    eventually(() -> rows.count(HELD, refund), held -> held == 1);

    assertThat(review(refund, "release").statusCode()).isEqualTo(200);

    eventually(
        () ->
            rows.count("SELECT count(*) FROM payout WHERE id = $1 AND status = 'success'", refund),
        paid -> paid == 1);
    assertThat(rows.count("SELECT count(*) FROM payout_release WHERE id = $1", refund)).isZero();
    assertThat(rows.count(TOLD, refund)).isZero();
    assertThat(receiver.at("/events")).isEmpty();
  }

  private static Response review(UUID id, String decision) {
    return TestOperator.request()
        .body(Map.of("decision", decision, "reason", "seen"))
        .post("/operator/payouts/" + id + "/review");
  }

  private List<Received> arrived(String path) {
    return eventually(() -> receiver.at(path), all -> !all.isEmpty());
  }

  private List<JsonObject> events() {
    return new JsonObject(partner.request().get("/business/events").succeeded().asString())
        .getJsonArray("items").stream().map(JsonObject.class::cast).toList();
  }

  private String business() {
    return partner.request().get("/business/balance").path("businessId");
  }

  private UUID held(String reference) {
    UUID id = payout(reference);
    eventually(() -> rows.count(HELD, id), held -> held == 1);
    return id;
  }

  private UUID payout(String reference) {
    Map<String, Object> body = transferOf(reference);
    body.put("callbackUrl", receiver.url("/call-back"));
    return UUID.fromString(partner.transfer(body).created().path("serviceReference"));
  }
}
