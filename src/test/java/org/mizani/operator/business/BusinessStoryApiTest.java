package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mizani.operator.business.PartnerSystem.Credential;
import org.mizani.support.Eventually;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.WebhookReceiver;

/** Business from its registration to the revocation of its last key, over HTTP alone. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BusinessStoryApiTest {

  private final Rows rows = Rows.here();

  @Test
  void aBusinessIsServedFromRegistrationToLastRevocation() throws Exception {
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      PartnerSystem acacia = new PartnerSystem(receiver);

      // An operator registers Acacia Traders with its callback URLs, and lets it collect.
      JsonObject registered =
          sendAsOperator(
              "POST",
              "/operator/businesses",
              Map.of(
                  "name",
                  "Acacia Traders",
                  "callbackUrl",
                  receiver.url("/payouts"),
                  "collectionCallbackUrl",
                  receiver.url("/collections"),
                  "collectionsEnabled",
                  true,
                  "feeRate",
                  new BigDecimal("0.015")));
      String business = "/operator/businesses/" + registered.getString("businessId");
      String webhookSecret = registered.getString("webhookSecret");

      // The money that Acacia has wired arrives, twice by mistake: it is added once.
      Map<String, Object> wired =
          Map.of("currency", "EUR", "purpose", "payout", "amount", 1000, "reference", "receipt-17");
      assertThat(sendAsOperator("POST", business + "/top-ups", wired).getInteger("available"))
          .isEqualTo(1000);
      assertRefused(
          TestOperator.request().body(wired).post(business + "/top-ups"),
          409,
          "duplicate reference");

      // An operator enters a rate that comes into force soon, and issues an API key.
      Eventually.holds(() -> enterRate(Instant.now().plusSeconds(1)));
      JsonObject key = sendAsOperator("POST", business + "/api-keys", Map.of());
      acacia.useKey(key.getString("apiKey"), key.getString("apiSecret"));
      eventually(
          () -> acacia.request().get("/business/rate?from=EUR&to=TZS").statusCode(),
          status -> status == 200);

      // Acacia pays 25,000 shillings for 10 euros and a fee of 15 cents, and gets a webhook.
      JsonObject paid = acacia.pay("order-1", 25_000);
      assertThat(paid.getString("status")).isEqualTo("termination_success");
      assertThat(
              acacia
                  .awaitWebhook("/payouts", "businessReference", "order-1", webhookSecret)
                  .getString("status"))
          .isEqualTo("termination_success");
      assertThat(balance(acacia, "EUR", "payout")).isEqualTo("989.85");

      // Acacia collects 150 shillings from a customer's phone, and gets a webhook.
      JsonObject collected = acacia.collect("sale-1");
      assertThat(collected.getString("status")).isEqualTo("collection_success");
      assertThat(
              acacia
                  .awaitWebhook("/collections", "reference", "sale-1", webhookSecret)
                  .getString("status"))
          .isEqualTo("collection_success");
      assertThat(balance(acacia, "KES", "collection")).isEqualTo("150");

      // Acacia gets a new key while it goes on working; then the old key is revoked.
      CompletableFuture<List<Integer>> work = acacia.startRequests();
      Credential old = acacia.credential();
      JsonObject next = sendAsOperator("POST", business + "/api-keys", Map.of());
      acacia.useKey(next.getString("apiKey"), next.getString("apiSecret"));
      acacia.awaitRound();
      sendAsOperator("DELETE", business + "/api-keys/" + old.apiKey(), null);
      awaitRefusal(old);
      acacia.stopRequests();
      assertThat(work.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .hasSizeGreaterThan(10)
          .containsOnly(200, 201);

      // The webhook secret is rotated too. Webhooks have both signatures, so Acacia may change
      // later.
      String newSecret =
          sendAsOperator("POST", business + "/webhook-secrets", Map.of())
              .getString("webhookSecret");
      acacia.pay("order-2", 50_000);
      acacia.awaitWebhook("/payouts", "businessReference", "order-2", webhookSecret);
      Eventually.holds(
          () -> {
            String reference = "order-" + UUID.randomUUID();
            acacia.pay(reference, 2_500);
            acacia.awaitWebhook("/payouts", "businessReference", reference, newSecret);
          });

      // Acacia leaves: its last key is revoked and no longer accepted.
      Credential last = acacia.credential();
      sendAsOperator("DELETE", business + "/api-keys/" + last.apiKey(), null);
      awaitRefusal(last);
      assertRefused(
          PartnerSystem.authenticate(last.apiKey(), last.apiSecret()), 401, "invalid credentials");

      // The statement, the ledger and the audit log agree.
      JsonObject statement =
          new JsonObject(
              TestOperator.request()
                  .get(
                      business
                          + "/statement?currency=KES&purpose=collection&from=2020-01-01&to=2100-01-01")
                  .asString());
      assertThat(statement.encode()).contains("sale-1");
      assertThat(
              TestOperator.request()
                  .get("/operator/ledger/trial-balance")
                  .<Boolean>path("balanced"))
          .isTrue();
      assertThat(actions(registered.getString("businessId")))
          .containsExactly(
              "business.create",
              "wallet.top-up",
              "api-key.create",
              "api-key.create",
              "api-key.revoke",
              "webhook-secret.rotate",
              "api-key.revoke",
              "statement.read");
    }
    rows.assertBooksBalance();
  }

  /** Enters a rate. The service refuses it if its instant is past when the request arrives. */
  private static void enterRate(Instant effectiveFrom) {
    sendAsOperator(
        "PUT",
        "/operator/rates",
        Map.of(
            "from", "EUR", "to", "TZS", "rate", 2500, "effectiveFrom", effectiveFrom.toString()));
  }

  private static JsonObject sendAsOperator(String method, String path, Map<String, ?> body) {
    var request = TestOperator.request();
    Response answer = (body == null ? request : request.body(body)).request(method, path);
    assertThat(answer.statusCode()).as(answer.asString()).isBetween(200, 299);
    return answer.asString().isEmpty() ? new JsonObject() : new JsonObject(answer.asString());
  }

  private static String balance(PartnerSystem partner, String currency, String purpose) {
    return partner
        .request()
        .queryParam("currency", currency)
        .queryParam("purpose", purpose)
        .get("/business/balance")
        .path("available")
        .toString();
  }

  private static void awaitRefusal(Credential revoked) throws Exception {
    Eventually.holds(
        () ->
            assertThat(PartnerSystem.request(revoked).get("/business/balance").statusCode())
                .isEqualTo(401));
  }

  private List<String> actions(String businessId) {
    return rows
        .execute(
            "SELECT action FROM audit_entry WHERE subject LIKE $1 ORDER BY id",
            "business/" + businessId + "%")
        .stream()
        .map(row -> row.getString("action"))
        .toList();
  }
}
