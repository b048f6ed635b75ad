package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.BusinessProfile;
import org.mizani.business.KeyTerms;
import org.mizani.business.SecretDrawer;
import org.mizani.ledger.LedgerMovements;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.RequestWaits;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/**
 * A business with a value for each path parameter: a payout and a collection that are pending, a
 * payout that was paid, its delivered webhook, a collection that was paid, both of them flagged,
 * adjustments that wait for approval, and an API key whose secret is not drawn.
 */
@Singleton
class BusinessAtWork {

  /** As the document's examples have it. */
  private static final OffsetDateTime FLAGGED_AT = OffsetDateTime.parse("2026-11-24T13:53:20.123Z");

  private static final Map<CurrencyUnit, String> WALLETS =
      Arrays.stream(CurrencyUnit.values())
          .collect(Collectors.toMap(currency -> currency, currency -> "1000000"));

  private final TestPartners partners;
  private final Rows rows;
  private final LedgerMovements movements;
  private final Approvals approvals;
  private final ApiKeys keys;

  BusinessAtWork(
      TestPartners partners,
      Rows rows,
      LedgerMovements movements,
      Approvals approvals,
      ApiKeys keys) {
    this.partners = partners;
    this.rows = rows;
    this.movements = movements;
    this.approvals = approvals;
    this.keys = keys;
  }

  /**
   * A business with all of its payments and webhooks in place.
   *
   * @param pathValues ids and references by path parameter, as {@link RouteCalls} takes them
   */
  record Started(Partner partner, Map<String, String> pathValues) {}

  Started start() {
    Partner partner = partners.create(BusinessProfile.named("At work").withCollections(), WALLETS);
    String paid = paid(partner, "delivered");
    String delivery = delivery(paid);
    String payout = pending(partner, "payout");
    String collection = pending(partner, "collection");
    String collected = collected(partner);
    flag("payout", paid);
    flag("collection", collected);
    Response balance = partner.request().get("/business/balance");
    assertThat(balance.statusCode()).as(balance.asString()).isEqualTo(200);
    String id = balance.path("businessId");
    String enabled = endpoint(partner);
    String disabled = endpoint(partner);
    movements
        .topUp(
            partner.businessId(),
            WalletPurpose.COLLECTION,
            new Money(CurrencyUnit.KES, 100_000),
            "at work " + id)
        .await()
        .atMost(PATIENCE);
    return new Started(
        partner,
        Map.ofEntries(
            Map.entry("/operator/payouts/{serviceReference}/return", paid),
            Map.entry("/operator/payouts/{serviceReference}/review", held(partner)),
            Map.entry("/operator/payouts/{serviceReference}/clear-flag", paid),
            Map.entry("/operator/collections/{id}/refund", collected),
            Map.entry("/operator/collections/{id}/clear-flag", collected),
            Map.entry("/business/collections/{collectionId}/refunds", collected),
            Map.entry("businessId", id),
            Map.entry("topUpId", topUp("at work " + id)),
            Map.entry("apiKey", partner.apiKey()),
            // Not the key that sends the request, which would be the last one to manage keys.
            Map.entry("/business/api-keys/", undrawn(partner.businessId())),
            Map.entry(
                "/operator/businesses/{businessId}/api-keys/{apiKey}/secret",
                undrawn(partner.businessId())),
            Map.entry("bulkId", bulk(partner)),
            Map.entry("serviceReference", payout),
            Map.entry("businessReference", "payout"),
            Map.entry("collectionId", collection),
            Map.entry("rail", "simulator"),
            Map.entry("operatorKey", operator("viewer")),
            Map.entry("/operator/approvals/", waiting(TestOperator.KEY, id)),
            Map.entry("/operator/approvals/{id}/approval", waiting(operator("finance"), id)),
            Map.entry("/operator/approvals/{id}/refusal", waiting(operator("finance"), id)),
            Map.entry("/operator/collections/", collection),
            Map.entry("/operator/webhook-deliveries/", delivery),
            Map.entry("/business/webhook-endpoints/", endpoint(partner)),
            // Few are made, so that there is room for more; one that is tested stays enabled.
            Map.entry("/business/webhook-endpoints/{id}/disable", disabled),
            Map.entry("endpointId", disabled),
            Map.entry("/business/webhook-endpoints/{id}/enable", enabled),
            Map.entry("/business/webhook-endpoints/{id}/rotate-secret", enabled),
            Map.entry("/business/webhook-endpoints/{id}/test", enabled),
            // Not the delivery that the operator replays, which is pending then.
            Map.entry("/business/webhook-deliveries/", delivery(paid(partner, "delivered too")))));
  }

  /** A payout that waits for a review, as if its screening had held it. */
  private String held(Partner partner) {
    Map<String, Object> body = transferOf("held");
    body.put("forceStatus", "termination_pending");
    return found(
        "UPDATE payout_due SET polls = polls + 1, screening = 'held', screened_at = now(),"
            + " held_reason = 'at work', next_poll_at = 'infinity', leased_until = NULL"
            + " WHERE polls > 0 AND id = $1 RETURNING id",
        partner.transfer(body).path("serviceReference"));
  }

  /** The key of a new person of this role. */
  private String operator(String role) {
    String key = "at-work-" + UUID.randomUUID();
    rows.execute(
        "INSERT INTO operator (key, role, secret_hash) VALUES ($1, $2, sha256('none'))", key, role);
    return key;
  }

  /** An API key whose secret the tests' operator may draw. */
  private String undrawn(long businessId) {
    ApiKey key =
        keys.issueUndrawn(
                businessId,
                KeyTerms.UNLIMITED,
                new SecretDrawer(TestOperator.KEY, Optional.empty()),
                Duration.ofDays(1))
            .await()
            .atMost(PATIENCE);
    return key.key();
  }

  /** The id of an adjustment that waits for another operator than this one. */
  private String waiting(String operator, String businessId) {
    String reference = UUID.randomUUID().toString();
    Map<String, Object> entry = Map.of("reference", reference, "reason", "at work");
    Map<String, Object> adjustment =
        Map.of(
            "kind",
            "ADJUSTMENT",
            "businessId",
            businessId,
            "purpose",
            "PAYOUT",
            "amount",
            Map.of("currency", "KES", "minor", 1),
            "entry",
            entry);
    String subject = AuditLog.business(UUID.fromString(businessId)) + "/adjustments";
    Asked asked = new Asked(ApprovalAction.ADJUSTMENT, subject, reference, entry, adjustment);
    return approvals
        .request(new Actor(operator, "at-work"), asked)
        .onItemOrFailure()
        .transform((none, waits) -> ((RequestWaits) waits).request().id().toString())
        .await()
        .atMost(PATIENCE);
  }

  /** The id of a new webhook endpoint at a closed port. */
  private static String endpoint(Partner partner) {
    Map<String, Object> terms = Map.of("url", "http://localhost:1/", "kinds", List.of("payout"));
    return partner.request().body(terms).post("/business/webhook-endpoints").path("id");
  }

  /** The id of a successful payout with a delivered webhook. */
  private String paid(Partner partner, String reference) {
    Map<String, Object> body = transferOf(reference);
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      body.put("callbackUrl", receiver.url());
      String payout = partner.transfer(body).path("serviceReference");
      delivery(payout);
      return payout;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String bulk(Partner partner) {
    return scheduledBulk(partner.token());
  }

  /** The id of a new batch that waits for its time. */
  static String scheduledBulk(String token) {
    Map<String, Object> item = transferOf("later " + UUID.randomUUID());
    item.put("kind", "transfer");
    return Request.given()
        .port(ServicePort.number())
        .header("Authorization", "Bearer " + token)
        .contentType("application/json")
        .body(
            Map.of(
                "items",
                List.of(Map.of("kind", "transfer"), item),
                "executeAt",
                Instant.now().plus(1, ChronoUnit.DAYS).toString()))
        .post("/business/payouts/bulk")
        .created()
        .path("bulkId");
  }

  /** The id of a collection that a customer has paid. */
  private String collected(Partner partner) {
    return found(
        "SELECT id FROM collection WHERE status = 'success' AND id = $1",
        partner.collect(collectionOf("collected")).path("id"));
  }

  private void flag(String kind, String id) {
    rows.execute(
        "UPDATE " + kind + " SET flagged = true, flagged_at = $2 WHERE id = $1",
        UUID.fromString(id),
        FLAGGED_AT);
  }

  private String topUp(String reference) {
    return rows.execute(
            "SELECT id FROM ledger_movement WHERE kind = 'top_up' AND reference = $1", reference)
        .get(0)
        .getUUID("id")
        .toString();
  }

  private String delivery(String payout) {
    return found(
        "SELECT id FROM webhook_delivery WHERE status = 'delivered' AND subject_id = $1", payout);
  }

  private String pending(Partner partner, String kind) {
    boolean payout = kind.equals("payout");
    Map<String, Object> body = payout ? transferOf(kind) : collectionOf(kind);
    body.put("forceStatus", payout ? "termination_pending" : "collection_pending");
    String id =
        payout ? partner.transfer(body).path("serviceReference") : partner.collect(body).path("id");
    // No pod polls it for an hour: an operator cannot settle a payment that a pod is polling.
    return found(
        "UPDATE "
            + kind
            + "_due SET polls = polls + 1, next_poll_at = now() + interval '1 hour'"
            + " WHERE polls > 0 AND id = $1 RETURNING id",
        id);
  }

  private String found(String sql, String id) {
    List<Row> found = eventually(() -> rows.execute(sql, UUID.fromString(id)), r -> !r.isEmpty());
    return found.get(0).getUUID("id").toString();
  }
}
