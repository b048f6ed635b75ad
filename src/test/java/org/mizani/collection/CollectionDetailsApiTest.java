package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.CollectionOutcome.Accepted;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.FailureCode;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/**
 * Details of a collection, which partners read beside the contract: the payment, or the reason why
 * it failed.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class CollectionDetailsApiTest {

  private static final String TIME = "\"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(?:\\.[0-9]{1,3})?Z\"";
  private static final Collected PAID = new Collected("SJK4H7L2QX", Optional.empty());

  private static final String ACKNOWLEDGED =
      "SELECT count(*) FROM collection_due WHERE id = $1 AND network_ids IS NOT NULL";

  @Inject TestPartners partners;
  @Inject ScriptedRail rail;
  @Inject Rows rows;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
    rail.answerWith(new Unknown("under way"));
  }

  @Test
  void aPaidCollectionShowsReferenceAndTimeOfCredit() {
    rail.answerWith(PAID);
    String collection = settled("paid");
    String business = partner.request().get("/business/balance").path("businessId");

    Response details = details(collection);

    assertThat(details.asString())
        .matches(
            ("\\{\"id\":\"%s\",\"status\":\"collection_success\","
                    + "\"statusMessage\":\"paid by the customer\",\"amount\":150,"
                    + "\"currency\":\"KES\",\"mobile\":\"\\+254712345678\",\"reference\":\"paid\","
                    + "\"narration\":\"Order of paid\",\"provider\":\"Safaricom\","
                    + "\"mnoPaymentReference\":\"SJK4H7L2QX\",\"businessId\":\"%s\","
                    + "\"createdAt\":%s,\"updatedAt\":(%s),"
                    + "\"settledAt\":\\1,\"creditedAt\":\\1,"
                    + "\"timeline\":\\[.*],\"webhooks\":\\[]\\}")
                .formatted(collection, business, TIME, TIME));
    assertThat(details.header("X-RateLimit-Remaining")).isNotBlank();
    assertThat(details.header("X-Request-Id")).isNotBlank();
  }

  @Test
  void aPendingCollectionShowsNoResult() {
    Map<String, Object> details = details(created("pending")).json().getMap("");

    assertThat(details)
        .containsEntry("status", "collection_pending")
        .containsEntry("mnoPaymentReference", null)
        .doesNotContainKeys("amountPaid", "networkReference", "failure", "settledAt", "creditedAt");
  }

  @ParameterizedTest
  @CsvSource({"true, collection_success", "false, collection_failure"})
  void anAcknowledgedPromptShowsTheNetworksIdOnceItIsFinal(boolean paid, String status) {
    rail.answerWith(new Accepted(Optional.of("ws_CO_1")));
    String collection = created("acknowledged");
    eventually(() -> rows.count(ACKNOWLEDGED, UUID.fromString(collection)), count -> count == 1);
    Map<String, Object> pending = details(collection).json().getMap("");
    rail.answerWith(paid ? PAID : new Declined(FailureCode.CUSTOMER_DECLINED, "declined"));

    JsonValues ended =
        eventually(() -> polled(collection), d -> d.getString("status").equals(status));

    assertThat(pending)
        .containsEntry("status", "collection_pending")
        .doesNotContainKey("networkReference");
    assertThat(ended.getString("networkReference")).isEqualTo("ws_CO_1");
    assertThat(ended.getString("mnoPaymentReference")).isEqualTo(paid ? "SJK4H7L2QX" : null);
    assertThat(partner.request().get("/business/collections/" + collection).json().getMap(""))
        .doesNotContainKey("networkReference");
  }

  @ParameterizedTest
  @EnumSource(FailureCode.class)
  void aFailedCollectionShowsReasonAndResponsibleParty(FailureCode code) {
    rail.answerWith(new Declined(code, "as the network says"));

    Response details = details(settled("failed"));

    assertThat(details.json().getMap(""))
        .containsEntry("status", "collection_failure")
        .containsEntry("mnoPaymentReference", null)
        .containsKey("settledAt")
        .doesNotContainKeys("amountPaid", "creditedAt");
    assertThat(details.json().getMap("failure"))
        .isEqualTo(
            Map.of(
                "code", code.code(),
                "reason", "as the network says",
                "retryHelps", code.retryHelps(),
                "whoseMove", code.mover().code()));
  }

  @Test
  void showsTheAmountPaidWhereItDiffers() {
    rail.answerWith(paying(14_950));
    assertThat(details(settled("another")).json().getMap(""))
        .containsEntry("status", "collection_success")
        .containsEntry("amount", 150)
        .containsEntry("amountPaid", new BigDecimal("149.5"))
        .doesNotContainKey("failure");

    rail.answerWith(paying(15_000));
    assertThat(details(settled("same")).json().getMap("")).doesNotContainKey("amountPaid");
  }

  @Test
  void theWebhookCarriesTheAmountPaid() throws Exception {
    rail.answerWith(paying(14_950));
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      Map<String, Object> body = collectionOf("told");
      body.put("callbackUrl", receiver.url());
      partner.collect(body);

      JsonObject told =
          new JsonObject(eventually(receiver::received, all -> !all.isEmpty()).get(0).body());

      assertThat(told.getInteger("amount")).isEqualTo(150);
      assertThat(told.getDouble("amountPaid")).isEqualTo(149.5);
    }
  }

  @Test
  void aPaymentAfterExpiryIsCreditedAndRemovesTheFailure() {
    String collection = created("late");
    rows.changeCollection(UUID.fromString(collection), "expires_at = now()");
    JsonValues ended =
        eventually(
            () -> polled(collection), d -> !d.getString("status").equals("collection_pending"));

    rail.answerWith(PAID);
    JsonValues late = eventually(() -> polled(collection), d -> d.get("creditedAt") != null);

    assertThat(ended.getString("status")).isEqualTo("cancelled");
    assertThat(ended.getMap("failure"))
        .isEqualTo(
            Map.of(
                "code", "expired",
                "reason", "collection expired",
                "retryHelps", true,
                "whoseMove", "recipient"));
    assertThat(late.getMap(""))
        .containsEntry("status", "cancelled")
        .containsEntry("settledAt", ended.getString("settledAt"))
        .containsEntry("mnoPaymentReference", "SJK4H7L2QX")
        .doesNotContainKey("failure");
    assertThat(Instant.parse(late.getString("creditedAt")))
        .isAfter(Instant.parse(late.getString("settledAt")));
  }

  @Test
  void aLapsedPromptFailsAsExpired() {
    rail.answerWith(new Lapsed());

    assertThat(details(settled("lapsed")).<String>path("failure.code")).isEqualTo("expired");
  }

  @Test
  void anErasedCustomerHidesThePhoneAlone() {
    rail.answerWith(PAID);
    String collection = settled("erased");
    rows.eraseCustomer(UUID.fromString(collection));

    assertThat(details(collection).json().getMap(""))
        .containsEntry("mobile", "")
        .containsEntry("mnoPaymentReference", "SJK4H7L2QX");
  }

  @Test
  void aCollectionOfAnotherBusinessIsNotFound() {
    String collection = created("mine");
    Partner other = partners.create(Map.of());

    assertRefused(
        other.request().get("/business/collections/" + collection + "/details"),
        404,
        "collection not found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mine", "00000000-0000-0000-0000-000000000000", "1-1-1-1-1", "%00"})
  void anUnknownCollectionIsNotFound(String id) {
    created("mine");

    assertRefused(
        partner.request().asWritten().get("/business/collections/" + id + "/details"),
        404,
        "collection not found");
  }

  @Test
  void requiresAToken() {
    Response refused =
        given()
            .port(ServicePort.number())
            .get("/business/collections/" + created("guarded") + "/details");

    assertAnswer(refused, 401, MISSING_HEADER);
  }

  @Test
  void detailsExtendTheContractsReadAndAreReadOnly() {
    rail.answerWith(PAID);
    String collection = settled("beside");

    Map<String, Object> read =
        partner.request().get("/business/collections/" + collection).json().getMap("");

    assertThat(read).doesNotContainKeys("settledAt", "creditedAt");
    assertThat(details(collection).json().getMap("")).containsAllEntriesOf(read);
    assertRefused(
        partner.request().get("/business/collections/details"), 404, "collection not found");
    assertRefused(
        partner.request().delete("/business/collections/" + collection + "/details"),
        405,
        "method not allowed");
  }

  private static Collected paying(long minor) {
    Money paid = new Money(CurrencyUnit.KES, minor);
    return new Collected("SJK4H7L2QX", Optional.empty(), Optional.of(paid));
  }

  private Response details(String collection) {
    Response details = partner.request().get("/business/collections/" + collection + "/details");
    assertThat(details.statusCode()).as(details.asString()).isEqualTo(200);
    return details;
  }

  private String created(String reference) {
    return partner.collect(collectionOf(reference)).path("id");
  }

  private String settled(String reference) {
    return untilFinal(created(reference));
  }

  /** Reads the details after making the next poll due, unless a poll is under way. */
  private JsonValues polled(String collection) {
    rows.execute(
        "UPDATE collection_due SET next_poll_at = now() WHERE id = $1"
            + " AND (leased_until = next_poll_at AND leased_until > now()) IS NOT TRUE",
        UUID.fromString(collection));
    return details(collection).json();
  }

  private String untilFinal(String collection) {
    eventually(
        () -> partner.request().get("/business/collections/" + collection).path("status"),
        status -> !"collection_pending".equals(status));
    return collection;
  }
}
