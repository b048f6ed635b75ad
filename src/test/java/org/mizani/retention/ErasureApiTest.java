package org.mizani.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Erasure after the retention: personal data goes, and amounts and transfers stay. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class ErasureApiTest {

  private static final String SILENT = "+254712345692";

  private static final String ENDPOINTS = "SELECT count(*) FROM webhook_endpoint WHERE id = $1";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DataRetention retention;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @Test
  void anOldPayoutLosesItsPartiesAndKeepsItsAmounts() {
    String old = paid("old");
    String young = paid("young");
    age(old, "3651 days");
    age(young, "3649 days");

    erase();

    assertThat(details(old)).isZero();
    assertThat(details(young)).isOne();
    BigDecimal amount = new BigDecimal("7.75");
    assertThat(TestOperator.request().get("/operator/payouts/" + old).succeeded().json().getMap(""))
        .containsEntry("recipient", "***")
        .containsEntry("senderAmount", amount);
    assertThat(partner.request().get("/business/transactions/old").succeeded().json().getMap(""))
        .containsEntry("senderAmount", amount);
    assertThat(rows.transfersOf(old)).contains("hold", "capture");
    rows.assertBooksBalance();
  }

  @Test
  void thePartiesOfAnOldPendingPayoutStay() {
    Map<String, Object> body = transferOf("pending");
    body.put("receiverPhone", SILENT);
    String id = partner.transfer(body).path("serviceReference");
    age(id, "5000 days");

    erase();

    assertThat(details(id)).isOne();
  }

  @Test
  void thePartiesOfAnOldWatchedPayoutStay() {
    String id = paid("watched");
    age(id, "5000 days");
    rows.execute(
        "INSERT INTO payout_watch (id, next_watch_at, polls, skipped_polls, words)"
            + " VALUES ($1, now() + interval '1 hour', 0, 0, 0)",
        UUID.fromString(id));

    erase();

    assertThat(details(id)).isOne();
    rows.execute("DELETE FROM payout_watch WHERE id = $1", UUID.fromString(id));
    erase();
    assertThat(details(id)).isZero();
  }

  @Test
  void aDeletedWebhookEndpointIsErasedWhenItsDeliveriesHaveGone() {
    String there = endpoint();
    String deleted = endpoint();
    partner.request().delete("/business/webhook-endpoints/" + deleted).succeeded();
    rows.execute("UPDATE webhook_endpoint SET created_at = now() - interval '99 days'");
    erase();
    assertThat(rows.count(ENDPOINTS, UUID.fromString(deleted))).isOne();
    rows.execute("UPDATE webhook_endpoint SET deleted_at = deleted_at - interval '31 days'");

    erase();

    assertThat(rows.count(ENDPOINTS, UUID.fromString(deleted))).isZero();
    assertThat(rows.count(ENDPOINTS, UUID.fromString(there))).isOne();
  }

  private String endpoint() {
    Map<String, Object> terms = Map.of("url", "http://localhost:1/", "kinds", List.of("payout"));
    return partner.request().body(terms).post("/business/webhook-endpoints").path("id");
  }

  @Test
  void oldWebhooksAreErasedWithBodiesAndAttempts() {
    String id = paid("told");
    rows.execute(
        """
        INSERT INTO webhook_delivery (id, created_at, business_id, subject_id, kind, url, host, status)
        VALUES ($1, now() - interval '31 days', $2, $1, 'payout', 'https://old.example', 'old', 'dead')
        """,
        UUID.fromString(id),
        partner.businessId());
    rows.execute(
        "INSERT INTO webhook_body VALUES ($1, now() - interval '31 days', '\\x00')",
        UUID.fromString(id));
    rows.execute(
        "INSERT INTO webhook_dead VALUES ($1, $2, now() - interval '31 days')",
        UUID.fromString(id),
        partner.businessId());
    rows.execute(
        """
        INSERT INTO webhook_attempt (delivery_id, attempted_at, attempt, duration_ms)
        VALUES ($1, now() - interval '31 days', 1, 5)
        """,
        UUID.fromString(id));

    erase();

    for (String table : new String[] {"webhook_delivery", "webhook_dead"}) {
      assertThat(
              rows.count("SELECT count(*) FROM " + table + " WHERE id = $1", UUID.fromString(id)))
          .as(table)
          .isZero();
    }
    for (String table : new String[] {"webhook_body", "webhook_attempt"}) {
      assertThat(
              rows.count(
                  "SELECT count(*) FROM " + table + " WHERE delivery_id = $1", UUID.fromString(id)))
          .as(table)
          .isZero();
    }
  }

  @Test
  void oldRequestsForApprovalAreErasedUnlessTheyWait() {
    String old = approval("refused", "3651 days");
    String young = approval("refused", "3649 days");
    String waiting = approval("waiting", "3651 days");

    erase();

    assertThat(approvals(old)).isZero();
    assertThat(approvals(young)).isOne();
    assertThat(approvals(waiting)).isOne();
    rows.execute("DELETE FROM approval WHERE key = $1", waiting);
  }

  @Test
  void anOldIdempotencyKeyIsForgottenAndAYoungOneStays() {
    KeyedRequest old = KeyedRequest.transfer("old", transferOf("old key"));
    KeyedRequest young = KeyedRequest.transfer("young", transferOf("young key"));
    assertThat(old.by(partner).statusCode()).isEqualTo(201);
    assertThat(young.by(partner).statusCode()).isEqualTo(201);
    ageKey("old", "24 hours 1 second");
    ageKey("young", "23 hours 59 minutes");

    erase();

    assertThat(old.by(partner).statusCode()).as("by its reference").isEqualTo(409);
    assertThat(young.by(partner).statusCode()).isEqualTo(201);
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(2);
  }

  @Test
  void anOldQuoteIsErasedAndAYoungOneStays() {
    UUID old = UUID.fromString(partner.quoteId());
    UUID used = UUID.fromString(partner.quoteId());
    UUID young = UUID.fromString(partner.quoteId());
    assertThat(partner.transfer(by(used.toString(), transferOf("quoted"))).statusCode())
        .isEqualTo(201);
    expire(old, "7 days 1 second");
    rows.execute("ALTER TABLE fx_quote DISABLE TRIGGER fx_quote_used_stays_used");
    try {
      expire(used, "7 days 1 second");
    } finally {
      rows.execute("ALTER TABLE fx_quote ENABLE TRIGGER fx_quote_used_stays_used");
    }
    expire(young, "6 days 12 hours");

    erase();

    assertThat(rows.count("SELECT count(*) FROM fx_quote WHERE id IN ($1, $2)", old, used))
        .isZero();
    assertThat(rows.count("SELECT count(*) FROM fx_quote WHERE id = $1", young)).isOne();
    assertThat(partner.transfer(by(old.toString(), transferOf("late"))).statusCode())
        .isEqualTo(404);
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  private void expire(UUID quote, String ago) {
    rows.execute(
        "UPDATE fx_quote SET expires_at = now() - $2::text::interval WHERE id = $1", quote, ago);
  }

  private void ageKey(String key, String age) {
    rows.execute(
        "UPDATE idempotency_key SET created_at = now() - $3::text::interval"
            + " WHERE business_id = $1 AND key = $2",
        partner.businessId(),
        key,
        age);
  }

  /** The key of a request that ended so long ago, or waits since then. */
  private String approval(String status, String age) {
    String key = UUID.randomUUID().toString();
    boolean waits = status.equals("waiting");
    rows.execute(
        """
        INSERT INTO approval (id, action, subject, key, asked, request_encrypted, status,
                              requested_by, requested_at, expires_at, decided_by, decided_at)
        VALUES (gen_random_uuid(), 'rate.enter', 'rate/USD_KES', $1, '{}', %s, '%s', 'one',
                now() - '%3$s'::interval, now() + interval '1 day', %4$s, %5$s)
        """
            .formatted(
                waits ? "'\\x00'" : "NULL",
                status,
                age,
                waits ? "NULL" : "'another'",
                waits ? "NULL" : "now() - '%s'::interval".formatted(age)),
        key);
    return key;
  }

  private long approvals(String key) {
    return rows.count("SELECT count(*) FROM approval WHERE key = $1", key);
  }

  private String paid(String reference) {
    partner.transfer(transferOf(reference));
    assertThat(partner.finalStatus(reference)).isEqualTo("termination_success");
    return partner.request().get("/business/transactions/" + reference).path("serviceReference");
  }

  private void age(String id, String age) {
    for (String table : new String[] {"payout", "payout_detail", "payout_due"}) {
      String key = table.equals("payout_detail") ? "payout_id" : "id";
      rows.execute(
          "UPDATE %s SET created_at = created_at - '%s'::interval WHERE %s = $1"
              .formatted(table, age, key),
          UUID.fromString(id));
    }
  }

  private long details(String id) {
    return rows.count(
        "SELECT count(*) FROM payout_detail WHERE payout_id = $1", UUID.fromString(id));
  }

  private void erase() {
    retention.keep().await().atMost(PATIENCE);
  }
}
