package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.transfer;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.QuickProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Ends of batches: each is told once, by an event and to the endpoints of its kind. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class BulkEndApiTest {

  private static final String EVENTS = "/business/events?limit=500";
  private static final int LOOKS = 20;

  private static final String OPEN = "SELECT count(*) FROM payout_bulk_open WHERE id = $1";

  /** Batches whose next look is not put off any more. */
  private static final String DUE =
      "UPDATE payout_bulk_open SET next_look_at = now() WHERE id = $1";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject BulkEnds ends;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void aPartnerWithAnEndpoint() throws IOException {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    endpoint(receiver.url("/bulks"), "bulk");
  }

  @AfterEach
  void closeTheReceiver() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void tellsTheCountsWhenTheLastPayoutHasEnded() throws Exception {
    endpoint(receiver.url("/payouts"), "payout");
    Map<String, Object> failing = transfer("failing");
    failing.put("forceStatus", "termination_failure");
    String id =
        send(partner, List.of(transfer("a"), failing, transfer("b"), 7)).created().path("bulkId");

    JsonObject event = eventually(() -> events(), found -> found.size() == 1).get(0);

    assertThat(event.getString("id")).isEqualTo("bulk:" + id);
    assertThat(event.getJsonObject("data")).isEqualTo(counts(id, 3, 1, 2, 1));
    assertThat(eventually(this::arrived, found -> !found.isEmpty()))
        .containsExactly(counts(id, 3, 1, 2, 1));
    assertThat(kinds()).endsWith("bulk").hasSize(4);
    Eventually.holds(() -> assertThat(receiver.at("/payouts")).hasSize(3));
    assertThat(isOpen(id)).isFalse();
  }

  @Test
  void tellsNothingWhileAPayoutIsPending() throws Exception {
    Map<String, Object> waiting = transfer("waiting");
    waiting.put("forceStatus", "termination_pending");
    String id = send(partner, List.of(transfer("paid"), waiting)).created().path("bulkId");
    Eventually.holds(() -> assertThat(kinds()).containsExactly("payout"));

    // A look of the job may have the batch, which this one then skips.
    Eventually.holds(
        () -> {
          look(id);
          assertThat(
                  rows.count("SELECT first_pending FROM payout_bulk_open WHERE id = $1", uuid(id)))
              .isEqualTo(1);
        });

    assertThat(isOpen(id)).isTrue();
    assertThat(events()).isEmpty();
  }

  @Test
  void ofABatchThatIsRefusedTheEndIsToldToo() {
    String id = send(partner, List.of(7, transfer(""))).created().path("bulkId");

    assertThat(eventually(this::arrived, found -> !found.isEmpty()))
        .containsExactly(counts(id, 0, 2, 0, 0));
    assertThat(events()).hasSize(1);
  }

  @Test
  void manyLooksAtOnceTellItOnce() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(send(partner, transfers("once " + i, 3)).created().path("bulkId"));
    }
    Eventually.holds(
        () -> {
          Uni.join()
              .all(Stream.generate(ends::tellEnded).limit(LOOKS).toList())
              .andFailFast()
              .await()
              .atMost(Eventually.PATIENCE);
          ids.forEach(id -> assertThat(isOpen(id)).isFalse());
        });

    assertThat(events())
        .extracting(event -> event.getString("id"))
        .containsExactlyInAnyOrderElementsOf(ids.stream().map(id -> "bulk:" + id).toList());
    assertThat(
            rows.count(
                "SELECT count(*) FROM webhook_delivery WHERE kind = 'bulk' AND business_id = $1",
                partner.businessId()))
        .isEqualTo(5);
  }

  @Test
  void aReaderThatIsUpToDateGetsTheNextEndAndNoOtherBusinessDoes() {
    String first = send(partner, List.of(7)).created().path("bulkId");
    JsonObject page = eventually(this::page, one -> one.getJsonArray("items").size() == 1);
    String second = send(partner, List.of(7)).created().path("bulkId");

    JsonObject next =
        eventually(
            () -> new JsonObject(get(EVENTS + "&after=" + page.getString("after"))),
            one -> !one.getJsonArray("items").isEmpty());

    assertThat(events())
        .extracting(one -> one.getString("id"))
        .containsExactly("bulk:" + first, "bulk:" + second);
    assertThat(next.getJsonArray("items")).hasSize(1);
    assertThat(next.getJsonArray("items").getJsonObject(0).getString("id"))
        .isEqualTo("bulk:" + second);
    Partner other = partners.create(Map.of());
    assertThat(new JsonObject(other.request().get(EVENTS).asString()).getJsonArray("items"))
        .isEmpty();
  }

  @Test
  void aPayoutOfNoBatchHasNoEnd() throws Exception {
    partner.transfer(transferOf("single")).created();
    Eventually.holds(() -> assertThat(kinds()).containsExactly("payout"));

    ends.tellEnded().await().atMost(Eventually.PATIENCE);

    assertThat(events()).isEmpty();
  }

  private void endpoint(String url, String kind) {
    partner
        .request()
        .body(Map.of("url", url, "kinds", List.of(kind)))
        .post("/business/webhook-endpoints")
        .created();
  }

  private void look(String id) {
    rows.execute(DUE, uuid(id));
    ends.tellEnded().await().atMost(Eventually.PATIENCE);
  }

  private boolean isOpen(String id) {
    return rows.count(OPEN, uuid(id)) == 1;
  }

  private static UUID uuid(String id) {
    return UUID.fromString(id);
  }

  private JsonObject counts(String id, int created, int refused, int paid, int failed) {
    return new JsonObject()
        .put("event", "business.bulk.ended")
        .put("businessId", business())
        .put("bulkId", id)
        .put("status", "executed")
        .put("created", created)
        .put("refused", refused)
        .put("paid", paid)
        .put("failed", failed);
  }

  private String business() {
    return rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
        .get(0)
        .getUUID("public_id")
        .toString();
  }

  private List<JsonObject> arrived() {
    return receiver.at("/bulks").stream().map(one -> new JsonObject(one.body())).toList();
  }

  private String get(String target) {
    return partner.request().get(target).succeeded().asString();
  }

  private JsonObject page() {
    return new JsonObject(get(EVENTS));
  }

  private List<JsonObject> all() {
    return page().getJsonArray("items").stream().map(JsonObject.class::cast).toList();
  }

  private List<JsonObject> events() {
    return all().stream().filter(event -> event.getString("kind").equals("bulk")).toList();
  }

  private List<String> kinds() {
    return all().stream().map(event -> event.getString("kind")).toList();
  }
}
