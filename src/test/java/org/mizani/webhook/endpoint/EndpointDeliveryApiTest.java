package org.mizani.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.JsonValues;
import org.mizani.support.PatientPool;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;

/** Events go to the endpoints of their business, beside the call-back. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class EndpointDeliveryApiTest {

  private static final String DELIVERIES = "/business/webhook-deliveries";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject MeterRegistry registry;

  private WebhookReceiver receiver;
  private Partner partner;
  private Endpoints endpoints;

  @BeforeEach
  void aPartnerWithAReceiver() throws IOException {
    receiver = WebhookReceiver.listen();
    partner = aBusiness();
    endpoints = new Endpoints(partner);
  }

  @AfterEach
  void closeTheReceiver() {
    receiver.close();
    rows.assertBooksBalance();
  }

  private Partner aBusiness() {
    return partners.create(
        BusinessProfile.named("With endpoints").withCollections(),
        Map.of(CurrencyUnit.USD, "1000", CurrencyUnit.KES, "1000"));
  }

  @Test
  void anEventGoesToEachEndpointOfItsKindBesideTheCallBack() {
    // Given
    JsonObject one = endpoints.make(receiver.url("/one"), "payout");
    JsonObject other = endpoints.make(receiver.url("/other"), "payout", "collection");
    endpoints.make(receiver.url("/collections"), "collection");

    // When
    String payout = payout("told", receiver.url("/call-back"));

    // Then
    JsonObject callBack = new JsonObject(arrived("/call-back", 1).get(0).body());
    assertThat(callBack.remove("signature")).isNotNull();
    for (JsonObject endpoint : List.of(one, other)) {
      String path = endpoint == one ? "/one" : "/other";
      Received webhook = arrived(path, 1).get(0);
      assertThat(webhook.body()).isEqualTo(callBack.encode());
      assertThat(Endpoints.isVerified(endpoint, webhook)).isTrue();
      assertThat(Endpoints.isVerified(endpoint == one ? other : one, webhook)).isFalse();
    }
    assertThat(receiver.at("/collections")).isEmpty();
    assertThat(deliveredTo(payout)).containsExactlyInAnyOrder(null, idOf(one), idOf(other));
  }

  @Test
  void aCollectionGoesToThoseOfItsKind() {
    JsonObject endpoint = endpoints.make(receiver.url("/collections"), "collection");
    endpoints.make(receiver.url("/payouts"), "payout", "payout_return");

    String collection = partner.collect(collectionOf("asked")).path("id");

    Received webhook = arrived("/collections", 1).get(0);
    assertThat(new JsonObject(webhook.body()).getString("collectionId")).isEqualTo(collection);
    assertThat(new JsonObject(webhook.body()).containsKey("signature")).isFalse();
    assertThat(Endpoints.isVerified(endpoint, webhook)).isTrue();
    assertThat(receiver.at("/payouts")).isEmpty();
  }

  @Test
  void anotherBusinessGetsNothing() {
    Partner other = aBusiness();
    new Endpoints(other).make(receiver.url("/others"), "payout", "collection");
    endpoints.make(receiver.url("/mine"), "payout");

    payout("mine", null);

    arrived("/mine", 1);
    assertThat(other.request().get(DELIVERIES).json().<String>getList("items.id")).isEmpty();
    assertThat(receiver.at("/others")).isEmpty();
  }

  @Test
  void aDeliveryIsListedWithItsEndpointAndReplayed() {
    JsonObject endpoint = endpoints.make(receiver.url("/one"), "payout");
    payout("told", null);
    String first = arrived("/one", 1).get(0).body();
    JsonObject delivery = eventually(this::newest, one -> has(one, "delivered"));
    String path = DELIVERIES + "/" + delivery.getString("id");

    assertThat(partner.request().post(path + "/replay").statusCode()).isEqualTo(202);

    assertThat(delivery.getString("endpointId")).isEqualTo(idOf(endpoint));
    assertThat(arrived("/one", 2).get(1).body()).isEqualTo(first);
    JsonObject shown = new JsonObject(partner.request().get(path).asString());
    assertThat(shown.getJsonObject("body").encode()).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"disable", "delete"})
  void anEndpointThatIsGoneGetsNothingMore(String end) {
    // Given
    JsonObject gone = endpoints.make(receiver.url("/gone"), "payout");
    endpoints.make(receiver.url("/there"), "payout");

    // When
    if (end.equals("delete")) {
      endpoints.delete(gone).succeeded();
    } else {
      endpoints.post(gone, end).succeeded();
    }
    String payout = payout("after", null);

    // Then
    arrived("/there", 1);
    assertThat(receiver.at("/gone")).isEmpty();
    assertThat(
            rows.count(
                "SELECT count(*) FROM webhook_delivery WHERE subject_id = $1",
                UUID.fromString(payout)))
        .isOne();
  }

  /** The pod remembers an endpoint that another pod has disabled, of which it has not read yet. */
  @Test
  void aPodThatHasNotReadOfADisablementWritesNoDelivery() {
    JsonObject gone = endpoints.make(receiver.url("/gone"), "payout");
    rows.execute(
        "UPDATE webhook_endpoint SET status = 'disabled' WHERE id = $1",
        UUID.fromString(idOf(gone)));

    String payout = payout("after", null);

    assertThat(deliveredTo(payout)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"disable", "delete"})
  void allPendingDeliveriesOfAnEndpointThatIsGoneAreGivenUp(String end) {
    // Given
    JsonObject gone = endpoints.make(receiver.url("/gone"), "payout");
    String near = deliveredTo("/gone", 1);
    String far = deliveredTo("/gone", 2);
    if (end.equals("delete")) {
      endpoints.delete(gone).succeeded();
    } else {
      endpoints.post(gone, end).succeeded();
    }

    // When
    pending(far, "1 h");
    eventually(() -> dueUntilDead(near), one -> has(one, "dead"));

    // Then
    for (String delivery : List.of(near, far)) {
      JsonObject dead = eventually(() -> read(delivery), one -> has(one, "dead"));
      assertThat(dead.getJsonArray("attempts").encode()).contains("endpoint disabled");
    }
    assertRefused(replay(near), 409, "webhook endpoint is disabled");
    assertThat(replayedDead()).isZero();
  }

  @Test
  void anEnabledOneGetsGivenUpDeliveriesByAReplay() {
    // Given
    JsonObject endpoint = endpoints.make(receiver.url("/one"), "payout");
    receiver.answers(503);
    payout("refused", null);
    String delivery = eventually(this::newest, one -> has(one, "dead")).getString("id");
    receiver.answers(200);
    endpoints.post(endpoint, "disable").succeeded();
    int before = receiver.at("/one").size();
    assertThat(replayedDead()).isZero();
    assertRefused(operatorsReplay(delivery), 409, "webhook endpoint is disabled");

    // When
    endpoints.post(endpoint, "enable").succeeded();

    // Then
    assertThat(replayedDead()).isOne();
    arrived("/one", before + 1);
  }

  @Test
  void anEnabledOneGetsEventsAgain() {
    JsonObject endpoint = endpoints.make(receiver.url("/one"), "payout");
    endpoints.post(endpoint, "disable").succeeded();
    payout("missed", null);
    endpoints.post(endpoint, "enable").succeeded();

    String payout = payout("told", null);

    Received webhook = arrived("/one", 1).get(0);
    assertThat(new JsonObject(webhook.body()).getString("serviceReference")).isEqualTo(payout);
  }

  @Test
  void aRotationSignsWithBothUntilTheOverlapEnds() {
    JsonObject first = endpoints.make(receiver.url("/one"), "payout");
    JsonObject second = rotated(first);
    Received within = nextSignedWith(2);
    assertThat(Endpoints.isVerified(first, within)).isTrue();
    assertThat(Endpoints.isVerified(second, within)).isTrue();

    rows.execute(
        "UPDATE webhook_endpoint SET previous_until = now() WHERE id = $1",
        UUID.fromString(idOf(first)));

    Received after = nextSignedWith(1);
    assertThat(Endpoints.isVerified(first, after)).isFalse();
    assertThat(Endpoints.isVerified(second, after)).isTrue();
  }

  @Test
  void aSecondRotationEndsTheOldestAtOnce() {
    JsonObject first = endpoints.make(receiver.url("/one"), "payout");
    JsonObject second = rotated(first);
    JsonObject third = rotated(first);

    Received webhook = eventually(this::nextWebhook, one -> Endpoints.isVerified(third, one));

    assertThat(signatures(webhook)).isEqualTo(2);
    assertThat(Endpoints.isVerified(second, webhook)).isTrue();
    assertThat(Endpoints.isVerified(first, webhook)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anOperatorReadsThePaymentWithTheEndpointsThatWereTold(boolean withCallBack) {
    // Given
    JsonObject one = endpoints.make(receiver.url("/one"), "payout", "collection");
    JsonObject other = endpoints.make(receiver.url("/other"), "payout", "collection");
    String payout = payout("told", withCallBack ? receiver.url("/call-back") : null);
    String collection = partner.collect(collectionOf("asked")).path("id");
    arrived("/one", 2);
    arrived("/other", 2);

    for (String path :
        List.of("/operator/payouts/" + payout, "/operator/collections/" + collection)) {
      // When
      JsonValues read = TestOperator.request().get(path).succeeded().json();

      // Then
      List<String> told =
          read.<Map<String, Object>>getList("timeline").stream()
              .filter(event -> event.get("event").equals("webhook_written"))
              .map(event -> (String) event.get("endpointId"))
              .toList();
      assertThat(told).contains(idOf(one), idOf(other));
      assertThat(read.<String>getList("timeline.event")).containsOnlyOnce("settled");
    }
  }

  /** Webhooks of other tests are given up meanwhile, so it is done again until none was. */
  @Test
  void aTestEventIsAttemptedOnceAndCountsInNoFigure() {
    JsonObject endpoint = endpoints.make(receiver.url("/one"), "payout");
    receiver.answers(503);

    eventually(() -> deadAfterATestEvent(endpoint), counted -> counted == 0);
  }

  /** How many webhooks count as given up during a test event, which is attempted once. */
  private double deadAfterATestEvent(JsonObject endpoint) {
    double deadBefore = dead();
    int before = receiver.at("/one").size();

    String delivery = endpoints.post(endpoint, "test").path("id");

    JsonObject given = eventually(() -> read(delivery), one -> has(one, "dead"));
    assertThat(given.getJsonArray("attempts")).hasSize(1);
    assertThat(receiver.at("/one")).hasSize(before + 1);
    return dead() - deadBefore;
  }

  @Test
  void aTestEventIsADeliveryLikeAnyOther() {
    JsonObject endpoint = endpoints.make(receiver.url("/one"), "collection");

    String delivery = endpoints.post(endpoint, "test").path("id");

    Received webhook = arrived("/one", 1).get(0);
    assertThat(Endpoints.isVerified(endpoint, webhook)).isTrue();
    assertThat(webhook.header("webhook-id")).isEqualTo(delivery);
    JsonObject body = new JsonObject(webhook.body());
    assertThat(body.getString("event")).isEqualTo("business.endpoint.test");
    assertThat(body.getString("endpointId")).isEqualTo(idOf(endpoint));
    JsonObject listed = eventually(this::newest, one -> has(one, "delivered"));
    assertThat(listed.getString("id")).isEqualTo(delivery);
    assertThat(listed.getString("kind")).isEqualTo("endpoint_test");
  }

  /** No statement on the way of its payments names the table: it would wait for the lock. */
  @Test
  void aBusinessWithoutEndpointsDoesNotTouchTheTable() {
    new Endpoints(aBusiness()).make(receiver.url("/others"), "payout");
    // Secrets of endpoints that still have deliveries would be read with those of the business.
    eventually(
        () -> rows.count("SELECT count(*) FROM webhook_due WHERE strpos(host, '/') > 0"),
        count -> count == 0);
    SqlConnection session = await(pool.getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(session.query("LOCK TABLE webhook_endpoint IN ACCESS EXCLUSIVE MODE").execute());

    try {
      payout("paid", receiver.url("/call-back"));
      partner.collect(collectionOf("asked"));

      arrived("/call-back", 1);
      eventually(this::newest, one -> has(one, "delivered"));
    } finally {
      await(session.query("ROLLBACK").execute());
      await(session.close());
    }
  }

  private double dead() {
    return registry.get("payments.webhook.dead").counter().count();
  }

  private static <T> T await(Uni<T> work) {
    return work.await().atMost(Eventually.PATIENCE);
  }

  private String payout(String reference, String callbackUrl) {
    Map<String, Object> body = transferOf(reference);
    if (callbackUrl != null) {
      body.put("callbackUrl", callbackUrl);
    }
    String payout = partner.transfer(body).created().path("serviceReference");
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout WHERE id = $1 AND status = 'success'",
                UUID.fromString(payout)),
        count -> count == 1);
    return payout;
  }

  private Response replay(String delivery) {
    return partner.request().post(DELIVERIES + "/" + delivery + "/replay");
  }

  private static Response operatorsReplay(String delivery) {
    return TestOperator.request().post("/operator/webhook-deliveries/" + delivery + "/replay");
  }

  private int replayedDead() {
    return partner
        .request()
        .post(DELIVERIES + "/replay?since=2026-01-01")
        .succeeded()
        .<Integer>path("replayed");
  }

  /** The id of the delivery of a new payout, the one of this number that arrives there. */
  private String deliveredTo(String path, int number) {
    payout("told-" + number, null);
    arrived(path, number);
    return eventually(this::newest, one -> has(one, "delivered")).getString("id");
  }

  /** Makes a delivered delivery pending again, as one is whose attempt has failed. */
  private void pending(String delivery, String dueIn) {
    rows.execute(
        """
        WITH pending AS (
          UPDATE webhook_delivery SET status = 'pending' WHERE id = $1
          RETURNING id, business_id, created_at, host || '/' || endpoint_id AS receiver
        )
        INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
        SELECT id, business_id, created_at, now() + $2::text::interval, receiver FROM pending
        """,
        UUID.fromString(delivery),
        dueIn);
  }

  /** As it was before it is due again: its secret is cached for a moment. */
  private JsonObject dueUntilDead(String delivery) {
    JsonObject now = read(delivery);
    if (has(now, "delivered")) {
      pending(delivery, "0 s");
    }
    return now;
  }

  private JsonObject read(String delivery) {
    return new JsonObject(partner.request().get(DELIVERIES + "/" + delivery).asString());
  }

  private List<Received> arrived(String path, int count) {
    return eventually(() -> receiver.at(path), all -> all.size() == count);
  }

  /** The endpoints of a payment's deliveries; null for the call-back. */
  private List<String> deliveredTo(String payout) {
    return rows
        .execute(
            "SELECT endpoint_id FROM webhook_delivery WHERE subject_id = $1",
            UUID.fromString(payout))
        .stream()
        .map(row -> row.getUUID(0))
        .map(id -> id == null ? null : id.toString())
        .toList();
  }

  private JsonObject newest() {
    JsonObject list = new JsonObject(partner.request().get(DELIVERIES).succeeded().asString());
    return list.getJsonArray("items").isEmpty()
        ? new JsonObject()
        : list.getJsonArray("items").getJsonObject(0);
  }

  private static boolean has(JsonObject delivery, String status) {
    return status.equals(delivery.getString("status"));
  }

  private JsonObject rotated(JsonObject endpoint) {
    return new JsonObject(endpoints.post(endpoint, "rotate-secret").created().asString());
  }

  private Received nextSignedWith(int secrets) {
    return eventually(this::nextWebhook, webhook -> signatures(webhook) == secrets);
  }

  private Received nextWebhook() {
    int before = receiver.at("/one").size();
    payout(UUID.randomUUID().toString(), null);
    return arrived("/one", before + 1).get(before);
  }

  private static int signatures(Received webhook) {
    return webhook.header("webhook-signature").split(" ").length;
  }

  private static String idOf(JsonObject endpoint) {
    return endpoint.getString("id");
  }
}
