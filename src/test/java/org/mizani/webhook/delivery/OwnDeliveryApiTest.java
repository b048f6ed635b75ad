package org.mizani.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.QuickProfile;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** A business reads its own deliveries, and replays them by a key that manages. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OwnDeliveryApiTest {

  private static final String PATH = "/business/webhook-deliveries";
  private static final String UNKNOWN = "00000000-0000-7000-8000-000000000000";

  @Inject TestPartners partners;
  @Inject AuditEntries audit;
  @Inject Rows rows;

  private WebhookReceiver receiver;
  private Partner partner;
  private String manager;
  private String managerKey;

  @BeforeEach
  void aPartnerWithAReceiver() throws IOException {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    String business = partner.request().get("/business/balance").path("businessId");
    Response key =
        TestOperator.request()
            .body(Map.of("scopes", List.of("manage")))
            .post("/operator/businesses/" + business + "/api-keys");
    managerKey = key.path("apiKey");
    manager =
        Request.given()
            .contentType("application/json")
            .body(Map.of("apiKey", managerKey, "apiSecret", key.path("apiSecret")))
            .post("/business/auth")
            .path("accessToken");
  }

  @AfterEach
  void closeTheReceiver() {
    receiver.close();
  }

  @Test
  void showsADeliveryWithAttemptsAndBodyWithoutSignature() {
    String payout = payout("told");
    String delivery = ended(payout, "delivered");
    JsonObject sent = new JsonObject(receiver.bodies().get(0));

    Response read = partner.request().get(PATH + "/" + delivery);

    assertThat(read.statusCode()).as(read.asString()).isEqualTo(200);
    JsonObject shown = new JsonObject(read.asString());
    sent.remove("signature");
    assertThat(shown.getJsonObject("body").encode()).isEqualTo(sent.encode());
    assertThat(shown.getString("status")).isEqualTo("delivered");
    assertThat(shown.getString("subjectId")).isEqualTo(payout);
    assertThat(shown.getJsonArray("attempts").getJsonObject(0).getInteger("responseCode"))
        .isEqualTo(200);
    assertThat(read.asString()).doesNotContain(receiver.url());
  }

  @Test
  void anErasedBodyIsNull() {
    String delivery = ended(payout("erased"), "delivered");
    rows.execute("DELETE FROM webhook_body WHERE delivery_id = $1", UUID.fromString(delivery));

    JsonObject shown = new JsonObject(partner.request().get(PATH + "/" + delivery).asString());

    assertThat(shown.containsKey("body")).isTrue();
    assertThat(shown.getValue("body")).isNull();
    assertRefused(managed().post(PATH + "/" + delivery + "/replay"), 404, "delivery not found");
  }

  @Test
  void listsByStatusAndTimePageByPage() {
    String first = ended(payout("first"), "delivered");
    String second = ended(payout("second"), "delivered");
    String dead = dead(payout("dead"));

    assertThat(listed(partner.request())).containsExactly(dead, second, first);
    assertThat(listed(partner.request().queryParam("status", "dead"))).containsExactly(dead);
    assertThat(listed(partner.request().queryParam("status", "pending"))).isEmpty();
    assertThat(
            listed(
                partner
                    .request()
                    .queryParam("since", rows.now().plus(Duration.ofHours(1)).toString())))
        .isEmpty();
    Response page = partner.request().queryParam("limit", 2).get(PATH);
    assertThat(page.json().<String>getList("items.id")).containsExactly(dead, second);
    assertThat(
            listed(
                partner
                    .request()
                    .queryParam("limit", 2)
                    .queryParam("cursor", page.<String>path("nextCursor"))))
        .containsExactly(first);
  }

  @Test
  void anotherBusinessSeesAndReplaysNone() {
    String delivery = ended(payout("mine"), "delivered");
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));

    assertThat(listed(other.request())).isEmpty();
    assertRefused(other.request().get(PATH + "/" + delivery), 404, "delivery not found");
    assertRefused(partner.request().get(PATH + "/" + UNKNOWN), 404, "delivery not found");
    assertRefused(
        other.request().post(PATH + "/" + delivery + "/replay"),
        403,
        "api key lacks the scope manage");
    String foreign = ended(payoutOf(other, "theirs"), "delivered");
    assertRefused(managed().post(PATH + "/" + foreign + "/replay"), 404, "delivery not found");
  }

  @Test
  void aDeliveredOneIsSentAgainAndAudited() {
    String delivery = ended(payout("again"), "delivered");

    Response replayed = managed().post(PATH + "/" + delivery + "/replay");

    assertThat(replayed.statusCode()).as(replayed.asString()).isEqualTo(202);
    List<String> bodies = eventually(receiver::bodies, all -> all.size() == 2);
    assertThat(bodies.get(1)).isEqualTo(bodies.get(0));
    assertThat(receiver.received().get(1).header("webhook-id")).isEqualTo(delivery);
    assertThat(audit.of("webhook-delivery/" + delivery)).hasSize(1);
    assertThat(
            rows.execute(
                "SELECT operator FROM audit_entry WHERE subject = $1",
                "webhook-delivery/" + delivery))
        .extracting(row -> row.getString(0))
        .containsExactly("api-key/" + managerKey);
  }

  @Test
  void deadOnesSinceATimeAreSentAgain() {
    String before = dead(payout("before"));
    rows.execute(
        "UPDATE webhook_dead SET created_at = now() - interval '2 days' WHERE id = $1",
        UUID.fromString(before));
    String dead = dead(payout("dead"));

    Response replayed =
        managed()
            .queryParam("since", rows.now().minus(Duration.ofDays(1)).toString())
            .post(PATH + "/replay");

    assertThat(replayed.asString()).isEqualTo("{\"replayed\":1,\"more\":false}");
    eventually(
        () -> partner.request().get(PATH + "/" + dead).<String>path("status"), "delivered"::equals);
    assertThat(partner.request().get(PATH + "/" + before).<String>path("status")).isEqualTo("dead");
    assertRefused(managed().post(PATH + "/replay"), 400, "since is required");
  }

  private Request managed() {
    return Request.given()
        .header("Authorization", "Bearer " + manager)
        .contentType("application/json");
  }

  private String payout(String reference) {
    return payoutOf(partner, reference);
  }

  private String payoutOf(Partner sender, String reference) {
    Map<String, Object> body = transferOf(reference);
    body.put("callbackUrl", receiver.url());
    return sender.transfer(body).created().path("serviceReference");
  }

  private String ended(String payout, String status) {
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

  /** A delivery that was given up, as after the last attempt. */
  private String dead(String payout) {
    String delivery = ended(payout, "delivered");
    rows.execute(
        """
        WITH changed AS (
          UPDATE webhook_delivery SET status = 'dead' WHERE id = $1
          RETURNING id, business_id, created_at
        )
        INSERT INTO webhook_dead (id, business_id, created_at) SELECT * FROM changed
        """,
        UUID.fromString(delivery));
    return delivery;
  }

  private static List<String> listed(Request request) {
    return request.get(PATH).json().getList("items.id");
  }
}
