package org.mizani.operator.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.support.JsonValues;
import org.mizani.support.QuickProfile;
import org.mizani.support.RefusingPort;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;

/** Operators' view of webhook deliveries, and their replays. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class WebhookReplayApiTest {

  private static final String DELIVERIES = "/operator/webhook-deliveries";
  private static final String UNKNOWN_ID = "00000000-0000-0000-0000-000000000000";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Desk desk;

  private WebhookReceiver receiver;
  private RefusingPort closedPort;
  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() throws Exception {
    receiver = WebhookReceiver.listen();
    closedPort = new RefusingPort();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    businessId = Desk.idOf(partner);
  }

  @AfterEach
  void booksBalance() throws Exception {
    receiver.close();
    closedPort.close();
    rows.assertBooksBalance();
  }

  @Test
  void showsADeliveryWithoutItsBodyAndUrl() {
    String id = deliveryId("shown", receiver.url("/secret-path"), "delivered");

    Response read = TestOperator.request().get(DELIVERIES + "/" + id);

    JsonValues delivery = read.json();
    assertThat(delivery.getMap(""))
        .containsEntry("id", id)
        .containsEntry("businessId", businessId)
        .containsEntry("kind", "payout")
        .containsEntry("status", "delivered")
        .containsEntry("attemptsMade", 1)
        .containsEntry("replays", 0)
        .containsEntry("nextAttemptAt", null)
        .containsKeys("subjectId", "createdAt", "updatedAt");
    assertThat(delivery.getString("host")).startsWith("127.0.0.1:");
    assertThat(delivery.<List<?>>get("attempts")).hasSize(1);
    assertThat(delivery.getMap("attempts[0]"))
        .containsEntry("replay", 0)
        .containsEntry("attempt", 1)
        .containsEntry("responseCode", 200)
        .containsEntry("error", null)
        .containsKeys("durationMs", "attemptedAt");
    assertThat(read.asString()).doesNotContain("secret-path", "signature", "shown");
  }

  @Test
  void filtersByStatusAndBusiness() throws Exception {
    String delivered = deliveryId("delivered", receiver.url(), "delivered");
    String dead = deliveryId("dead", closedPort.url("/hook"), "dead");

    assertThat(listed(Map.of())).containsExactly(dead, delivered);
    assertThat(listed(Map.of("status", "dead"))).containsExactly(dead);
    assertThat(listed(Map.of("status", "delivered"))).containsExactly(delivered);
    assertThat(listed(Map.of("status", "pending"))).isEmpty();
    assertThat(Desk.walked(DELIVERIES, Map.of("businessId", businessId, "limit", 1), "id"))
        .containsExactly(dead, delivered);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status|lost|400|status must be one of: pending, delivered, dead",
        "businessId|nobody|404|business not found",
        "businessId|" + UNKNOWN_ID + "|404|business not found",
        "limit|many|400|limit must be a positive whole number",
        "cursor|x|400|cursor is not valid"
      })
  void refusesInvalidFilters(String filter, String value, int status, String message) {
    assertRefused(Desk.get(DELIVERIES, Map.of(filter, value)), status, message);
  }

  @Test
  void aReplaySendsTheSameBodyAndIdAgain() {
    String id = deliveryId("again", receiver.url(), "delivered");

    Response replayed = replay(id);

    assertThat(replayed.statusCode()).as(replayed.asString()).isEqualTo(202);
    assertThat(replayed.<String>path("id")).isEqualTo(id);
    assertThat(replayed.<Integer>path("replays")).isEqualTo(1);
    List<Received> arrived = eventually(receiver::received, all -> all.size() >= 2);
    assertThat(arrived).extracting(Received::body).containsOnly(arrived.get(0).body());
    assertThat(arrived).extracting(one -> one.header("webhook-id")).containsOnly(id);
    eventually(() -> status(id), "delivered"::equals);
    assertThat(attempts(id)).containsExactly("0/1", "1/1");
    assertThat(desk.actionsOn("webhook-delivery/" + id)).containsExactly("webhook-delivery.replay");
  }

  @Test
  void aReplayedDeadDeliveryGetsAWholeScheduleAgain() throws Exception {
    String id = deliveryId("dead", closedPort.url("/hook"), "dead");
    assertThat(attempts(id)).containsExactly("0/1", "0/2", "0/3");

    assertThat(replay(id).statusCode()).isEqualTo(202);

    eventually(() -> attempts(id), all -> all.size() == 6);
    assertThat(attempts(id)).containsExactly("0/1", "0/2", "0/3", "1/1", "1/2", "1/3");
    eventually(() -> status(id), "dead"::equals);
  }

  @Test
  void aReplayIsInTheTimelineOfItsPayout() {
    String id = deliveryId("told", receiver.url(), "delivered");
    replay(id);
    eventually(() -> receiver.received(), all -> all.size() == 2);
    eventually(() -> status(id), "delivered"::equals);
    String payout = TestOperator.request().get(DELIVERIES + "/" + id).path("subjectId");

    Response read = TestOperator.request().get("/operator/payouts/" + payout);

    assertThat(read.<List<String>>path("timeline.event"))
        .endsWith(
            "webhook_written",
            "webhook_attempted",
            "operator_action",
            "webhook_attempted",
            "webhook_delivered");
    assertThat(read.json().getString("timeline[event=operator_action].action"))
        .isEqualTo("webhook-delivery.replay");
  }

  @Test
  void aPendingDeliveryIsNotReplayed() {
    String id = deliveryId("pending", receiver.url(), "delivered");
    rows.execute(
        """
        WITH pending AS (
          UPDATE webhook_delivery SET status = 'pending' WHERE id = $1
          RETURNING id, business_id, created_at, host
        )
        INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
        SELECT id, business_id, created_at, now() + interval '1 h', host FROM pending
        """,
        UUID.fromString(id));

    assertRefused(replay(id), 409, "delivery is pending");

    assertThat(receiver.received()).hasSize(1);
    assertThat(desk.actionsOn("webhook-delivery/" + id)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"delivered", "dead"})
  void aDeliveryWithAnErasedBodyIsNotReplayed(String status) throws Exception {
    String id =
        deliveryId(
            "erased", status.equals("dead") ? closedPort.url("/hook") : receiver.url(), status);
    rows.execute("DELETE FROM webhook_body WHERE delivery_id = $1", UUID.fromString(id));

    assertRefused(replay(id), 404, "delivery not found");
    assertThat(replayDead(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60)).asString())
        .isEqualTo("{\"replayed\":0}");

    assertThat(status(id)).isEqualTo(status);
    assertThat(listed(Map.of("status", status))).containsExactly(id);
    assertThat(desk.actionsOn("webhook-delivery/" + id)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({UNKNOWN_ID, "x"})
  void anUnknownDeliveryIsNotFound(String id) {
    assertRefused(TestOperator.request().get(DELIVERIES + "/" + id), 404, "delivery not found");
    assertRefused(replay(id), 404, "delivery not found");
    assertThat(desk.actionsOn("webhook-delivery/" + id)).isEmpty();
  }

  @Test
  void replaysOnlyTheDeadDeliveriesOfTheRange() throws Exception {
    String old = deliveryId("old", closedPort.url("/hook"), "dead");
    String first = deliveryId("first", closedPort.url("/hook"), "dead");
    String second = deliveryId("second", closedPort.url("/hook"), "dead");
    String delivered = deliveryId("delivered", receiver.url(), "delivered");
    rows.execute(
        "UPDATE webhook_delivery SET url = $1, host = $2 WHERE business_id = $3",
        receiver.url(),
        receiver.url().replaceAll("http://|/payouts", ""),
        partner.businessId());
    moveBack(old, "webhook_delivery", "id");
    moveBack(old, "webhook_dead", "id");
    moveBack(old, "webhook_body", "delivery_id");
    Instant now = Instant.now();

    Response replayed = replayDead(now.minus(1, ChronoUnit.DAYS), now.plusSeconds(60));

    assertThat(replayed.statusCode()).isEqualTo(200);
    assertThat(replayed.asString()).isEqualTo("{\"replayed\":2}");
    List<Received> arrived = eventually(receiver::received, all -> all.size() >= 3);
    assertThat(arrived)
        .extracting(one -> one.header("webhook-id"))
        .containsExactlyInAnyOrder(delivered, first, second);
    assertThat(status(old)).isEqualTo("dead");
    assertThat(desk.actionsOn("business/" + businessId + "/webhook-deliveries"))
        .containsExactly("webhook-delivery.replay_dead");
    assertThat(replayDead(now.minus(1, ChronoUnit.DAYS), now).asString())
        .isEqualTo("{\"replayed\":0}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|2026-01-01|from and to are required",
        "2026-01-01||from and to are required",
        "yesterday|2026-01-01|from must be an ISO 8601 date and time",
        "2026-01-01|soon|to must be an ISO 8601 date and time",
        "2026-01-02|2026-01-02|from must be before to"
      })
  void refusesInvalidRanges(String from, String to, String message) {
    Map<String, String> range = new HashMap<>();
    range.put("from", from == null ? "" : from);
    range.put("to", to == null ? "" : to);
    long before = desk.entries();

    assertRefused(
        TestOperator.request().queryParams(range).post(replayPath(businessId)), 400, message);

    assertThat(desk.entries()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({UNKNOWN_ID, "x"})
  void anUnknownBusinessIsNotFound(String id) {
    Response refused =
        TestOperator.request()
            .queryParams(Map.of("from", "2026-01-01", "to", "2027-01-01"))
            .post(replayPath(id));

    assertRefused(refused, 404, "business not found");
  }

  private void moveBack(String id, String table, String key) {
    rows.execute(
        "UPDATE %s SET created_at = created_at - interval '2 days' WHERE %s = $1"
            .formatted(table, key),
        UUID.fromString(id));
  }

  private Response replayDead(Instant from, Instant to) {
    return TestOperator.request()
        .queryParams(Map.of("from", from.toString(), "to", to.toString()))
        .post(replayPath(businessId));
  }

  private static String replayPath(String businessId) {
    return "/operator/businesses/" + businessId + "/webhook-deliveries/replay";
  }

  private static Response replay(String id) {
    return TestOperator.request().post(DELIVERIES + "/" + id + "/replay");
  }

  private List<String> listed(Map<String, ?> filters) {
    Map<String, Object> query = new HashMap<>(filters);
    query.put("businessId", businessId);
    return Desk.listed(DELIVERIES, query, "id");
  }

  /** Creates a payout and returns the id of its delivery, once the delivery has this status. */
  private String deliveryId(String reference, String url, String status) {
    Map<String, Object> body = transferOf(reference);
    body.put("callbackUrl", url);
    String payout = partner.transfer(body).path("serviceReference");
    return eventually(
            () ->
                rows.execute(
                    "SELECT id FROM webhook_delivery WHERE subject_id = $1 AND status = $2",
                    UUID.fromString(payout),
                    status),
            found -> !found.isEmpty())
        .get(0)
        .getUUID("id")
        .toString();
  }

  private String status(String id) {
    return TestOperator.request().get(DELIVERIES + "/" + id).path("status");
  }

  private List<String> attempts(String id) {
    return rows
        .execute(
            "SELECT replay || '/' || attempt AS number FROM webhook_attempt"
                + " WHERE delivery_id = $1 ORDER BY id",
            UUID.fromString(id))
        .stream()
        .map(row -> row.getString("number"))
        .toList();
  }
}
