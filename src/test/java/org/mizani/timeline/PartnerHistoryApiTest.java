package org.mizani.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScriptedRail;
import org.mizani.payout.ScriptedRailProfile;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.PayoutOutcome;
import org.mizani.support.JsonValues;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Timeline of a payment, and the state of its webhooks, as its partner reads them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScriptedRailProfile.class)
class PartnerHistoryApiTest {

  private static final PayoutOutcome PAID =
      new PayoutOutcome.Paid(Optional.of("SJK4H7L2QX"), Optional.empty());

  @Inject TestPartners partners;
  @Inject ScriptedRail rail;
  @Inject Rows rows;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void aPartnerWithAReceiver() throws IOException {
    receiver = WebhookReceiver.listen();
    partner =
        partners.create(
            BusinessProfile.named("With a history").withCollections(),
            Map.of(CurrencyUnit.USD, "1000", CurrencyUnit.KES, "1000"));
    rail.answerWith(PAID);
    rail.answerWith(new CollectionOutcome.Collected("SJK4H7L2QX", Optional.empty()));
  }

  @AfterEach
  void booksBalance() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void aPaidPayoutTellsItsEndAndItsDeliveredCallBack() {
    String payout = settled("paid", receiver.url("/secret-token"));

    JsonValues details = eventually(() -> payout(payout), d -> hasWebhooks(d, "delivered", 1));

    assertThat(events(details)).containsExactly("created", "settled");
    assertThat(details.<Map<String, Object>>getList("timeline").get(1))
        .containsOnlyKeys("at", "event", "status")
        .containsEntry("status", "termination_success")
        .containsEntry("at", details.getString("settledAt"));
    assertThat(details.<Map<String, Object>>getList("webhooks").get(0))
        .containsOnlyKeys(
            "id", "kind", "status", "attemptsMade", "lastAttemptAt", "lastResponseCode")
        .containsEntry("kind", "payout")
        .containsEntry("attemptsMade", 1)
        .containsEntry("lastResponseCode", 200);
    assertThat(partner.request().get("/business/payouts/" + payout).asString())
        .as("no URL, no signature")
        .doesNotContain("token", "127.0.0.1", "signature");
  }

  @Test
  void aPendingPayoutTellsItsSubmissionAndNoWebhook() {
    rail.answerWith(new PayoutOutcome.Unknown("under way"));

    JsonValues details = payout(created("pending", receiver.url()));

    assertThat(events(details)).containsExactly("created", "submitted");
    assertThat(details.getList("webhooks")).isEmpty();
  }

  @Test
  void aFailingReceiverShowsWhyAndWhenItIsAttemptedNext() {
    receiver.answers(500);
    String payout = settled("failing", receiver.url());

    JsonValues details = eventually(() -> payout(payout), d -> hasWebhooks(d, "pending", 1));

    assertThat(details.<Map<String, Object>>getList("webhooks").get(0))
        .containsEntry("lastResponseCode", 500)
        .containsKeys("nextAttemptAt", "lastAttemptAt");
  }

  @Test
  void aReceiverThatIsGoneShowsAnErrorUntilItIsGivenUp() {
    String payout = settled("gone", "http://127.0.0.1:1/secret-token");
    JsonValues waiting = eventually(() -> payout(payout), d -> hasWebhooks(d, "pending", 1));

    rows.execute("DELETE FROM webhook_due WHERE id = $1", delivery(waiting));
    rows.execute(
        "UPDATE webhook_delivery SET status = 'dead' WHERE subject_id = $1",
        UUID.fromString(payout));

    assertThat(waiting.<Map<String, Object>>getList("webhooks").get(0))
        .containsKey("lastError")
        .doesNotContainKey("lastResponseCode");
    assertThat(payout(payout).<Map<String, Object>>getList("webhooks").get(0))
        .containsEntry("status", "dead")
        .doesNotContainKey("nextAttemptAt");
  }

  @Test
  void eachEndpointHasItsOwnState() {
    String endpoint =
        partner
            .request()
            .body(Map.of("url", receiver.url("/endpoint"), "kinds", List.of("payout")))
            .post("/business/webhook-endpoints")
            .path("id");
    String payout = settled("both", receiver.url("/call-back"));

    JsonValues details = eventually(() -> payout(payout), d -> hasWebhooks(d, "delivered", 2));

    assertThat(details.<Map<String, Object>>getList("webhooks"))
        .extracting(webhook -> webhook.get("endpointId"))
        .containsExactlyInAnyOrder(null, endpoint);
  }

  @Test
  void aReturnIsToldWithItsWebhook() {
    String payout = settled("back", receiver.url());
    TestOperator.request()
        .body(Map.of("reference", "back " + payout, "reason", "the account is closed"))
        .post("/operator/payouts/" + payout + "/return")
        .succeeded();

    JsonValues details = eventually(() -> payout(payout), d -> hasWebhooks(d, "delivered", 2));

    assertThat(events(details)).containsExactly("created", "settled", "returned");
    assertThat(details.<String>getList("webhooks.kind")).containsExactly("payout", "payout_return");
    assertThat(partner.request().get("/business/payouts/" + payout).asString())
        .as("no word of an operator")
        .doesNotContain("operator", "closed");
  }

  @Test
  void aPaidAndRefundedCollectionTellsBoth() {
    Map<String, Object> body = collectionOf("paid");
    body.put("callbackUrl", receiver.url());
    String id = partner.collect(body).path("id");
    eventually(() -> collection(id), d -> hasWebhooks(d, "delivered", 1));
    partner
        .request()
        .body(Map.of("reference", "refund of " + id, "amount", 100))
        .post("/business/collections/" + id + "/refunds");

    JsonValues details = eventually(() -> collection(id), d -> events(d).contains("refunded"));

    assertThat(events(details)).containsExactly("created", "settled", "credited", "refunded");
    assertThat(details.<Map<String, Object>>getList("timeline").get(1))
        .containsEntry("status", "collection_success")
        .containsEntry("at", details.getString("settledAt"));
  }

  @Test
  void aCollectionPaidAfterItsEndTellsTheCreditApart() {
    rail.answerWith(new CollectionOutcome.Unknown("under way"));
    String id = partner.collect(collectionOf("late")).path("id");
    assertThat(events(collection(id))).containsExactly("created", "submitted");
    rows.changeCollection(UUID.fromString(id), "expires_at = now()");
    eventually(() -> polled(id), d -> d.getString("status").equals("cancelled"));
    rail.answerWith(new CollectionOutcome.Collected("SJK4H7L2QX", Optional.empty()));

    JsonValues late = eventually(() -> polled(id), d -> d.getString("creditedAt") != null);

    assertThat(events(late)).containsExactly("created", "settled", "credited");
    assertThat(late.<Map<String, Object>>getList("timeline").get(1))
        .containsEntry("status", "cancelled")
        .containsEntry("at", late.getString("settledAt"));
    assertThat(late.<String>getList("timeline.at").stream().map(Instant::parse)).isSorted();
  }

  private String created(String reference, String callbackUrl) {
    Map<String, Object> body = transferOf(reference);
    body.put("callbackUrl", callbackUrl);
    return partner.transfer(body).path("serviceReference");
  }

  private String settled(String reference, String callbackUrl) {
    String payout = created(reference, callbackUrl);
    partner.finalStatus(reference);
    return payout;
  }

  private JsonValues payout(String id) {
    return partner.request().get("/business/payouts/" + id).succeeded().json();
  }

  private JsonValues collection(String id) {
    return partner.request().get("/business/collections/" + id + "/details").succeeded().json();
  }

  /** Reads the details after making the next poll due, unless a poll is under way. */
  private JsonValues polled(String id) {
    rows.execute(
        "UPDATE collection_due SET next_poll_at = now() WHERE id = $1"
            + " AND (leased_until = next_poll_at AND leased_until > now()) IS NOT TRUE",
        UUID.fromString(id));
    return collection(id);
  }

  private static UUID delivery(JsonValues details) {
    return UUID.fromString(details.<String>getList("webhooks.id").get(0));
  }

  private static List<String> events(JsonValues details) {
    return details.getList("timeline.event");
  }

  /** Whether so many webhooks have this status, each after an attempt. */
  private static boolean hasWebhooks(JsonValues details, String status, int count) {
    List<Map<String, Object>> webhooks = details.getList("webhooks");
    return webhooks.size() == count
        && webhooks.stream()
            .allMatch(
                webhook ->
                    status.equals(webhook.get("status")) && webhook.containsKey("lastAttemptAt"));
  }
}
