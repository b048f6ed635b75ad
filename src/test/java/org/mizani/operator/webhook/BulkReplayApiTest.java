package org.mizani.operator.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;
import org.mizani.webhook.DeadDeliveries;
import org.mizani.webhook.WebhookReplays;

/** Replay of more dead webhooks than one statement takes. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class BulkReplayApiTest {

  private static final int MORE = WebhookReplays.MOST_AT_ONCE + 7;

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DeadDeliveries deadDeliveries;
  @Inject AuditEntries audit;

  private WebhookReceiver receiver;
  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() throws Exception {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of());
    businessId = Desk.idOf(partner);
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  void allDeadWebhooksOfTheRangeAreReplayedOnce() {
    Set<String> dead = dead(MORE, "now() - interval '1 day'");
    Set<String> older = dead(3, "now() - interval '10 days'");

    Response answer = replayLastWeek();

    assertThat(answer.asString()).isEqualTo("{\"replayed\":" + MORE + "}");
    awaitDelivered(MORE);
    List<Received> arrived = receiver.received();
    assertThat(arrived).hasSize(MORE);
    assertThat(new HashSet<>(arrived.stream().map(one -> one.header("webhook-id")).toList()))
        .isEqualTo(dead)
        .doesNotContainAnyElementsOf(older);
    assertThat(count("dead", 0)).isEqualTo(older.size());
    assertThat(auditedCounts()).containsExactly(WebhookReplays.MOST_AT_ONCE, 7);
    assertThat(replayLastWeek().asString()).isEqualTo("{\"replayed\":0}");
  }

  @Test
  void aFullStatementIsCountedExactly() {
    dead(WebhookReplays.MOST_AT_ONCE, "now() - interval '1 day'");

    Response answer = replayLastWeek();

    assertThat(answer.asString()).isEqualTo("{\"replayed\":" + WebhookReplays.MOST_AT_ONCE + "}");
    assertThat(auditedCounts()).containsExactly(WebhookReplays.MOST_AT_ONCE);
    awaitDelivered(WebhookReplays.MOST_AT_ONCE);
  }

  private void awaitDelivered(int all) {
    for (long delivered = 0; delivered < all; ) {
      long before = delivered;
      delivered = eventually(() -> count("delivered", 1), count -> count > before);
    }
    assertThat(count("delivered", 1)).isEqualTo(all);
  }

  private Response replayLastWeek() {
    return TestOperator.request()
        .queryParam("from", Instant.now().minus(Duration.ofDays(7)).toString())
        .queryParam("to", "2100-01-01")
        .post("/operator/businesses/" + businessId + "/webhook-deliveries/replay");
  }

  /** Returns the counts in the statements' audit entries, oldest first. */
  private List<Integer> auditedCounts() {
    return audit.of("business/" + businessId + "/webhook-deliveries").stream()
        .map(AuditEntries.Written::after)
        .map(after -> after.getInteger("replayed"))
        .toList();
  }

  private long count(String status, int replays) {
    return rows.count(
        "SELECT count(*) FROM webhook_delivery"
            + " WHERE business_id = $1 AND status = $2 AND replays = $3",
        partner.businessId(),
        status,
        replays);
  }

  private Set<String> dead(int count, String createdAt) {
    return deadDeliveries.write(partner.businessId(), receiver.url(), count, createdAt);
  }
}
