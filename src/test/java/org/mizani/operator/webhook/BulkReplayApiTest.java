package org.mizani.operator.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.encryption.FieldEncryption;
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
import org.mizani.webhook.WebhookReplays;
import org.mizani.webhook.queue.WebhookDelivery;

/** Replay of more dead webhooks than one statement takes. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class BulkReplayApiTest {

  private static final int MORE = WebhookReplays.MOST_AT_ONCE + 7;

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject FieldEncryption encryption;
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
    assertThat(auditedCounts()).containsExactly(WebhookReplays.MOST_AT_ONCE, 0);
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

  /** Writes dead deliveries, and returns their ids. */
  private Set<String> dead(int count, String createdAt) {
    UUID[] ids = Stream.generate(UUID::randomUUID).limit(count).toArray(UUID[]::new);
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    Buffer[] encrypted =
        Stream.of(ids)
            .map(
                id ->
                    Buffer.buffer(encryption.encrypt(WebhookDelivery.encryptionContext(id), body)))
            .toArray(Buffer[]::new);
    rows.execute(
        """
        WITH dead AS (
          INSERT INTO webhook_delivery (id, business_id, kind, subject_id, url, host, status,
                                        attempts, created_at)
          SELECT id, $3, 'payout', gen_random_uuid(), $4, $5, 'dead', 3, %s
          FROM unnest($1::uuid[]) AS id
          RETURNING id, business_id, created_at
        ), body AS (
          INSERT INTO webhook_body (delivery_id, created_at, body_encrypted)
          SELECT id, created_at, body
          FROM dead JOIN unnest($1::uuid[], $2::bytea[]) AS bodies (id, body) USING (id)
        )
        INSERT INTO webhook_dead (id, business_id, created_at)
        SELECT id, business_id, created_at FROM dead
        """
            .formatted(createdAt),
        ids,
        encrypted,
        partner.businessId(),
        receiver.url(),
        receiver.url().replaceAll("http://|/payouts", ""));
    return Set.copyOf(Stream.of(ids).map(UUID::toString).toList());
  }
}
