package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;

import com.standardwebhooks.Webhook;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestPartners;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;

/**
 * Partner's system, which has only a key that operators issued, and uses the partners' interface.
 */
final class PartnerSystem {

  /** API key with its secret and the token that they were exchanged for. */
  record Credential(String apiKey, String apiSecret, String token) {}

  private static final int LEAST_ROUNDS = 6;

  private final WebhookReceiver receiver;
  private volatile Credential credential;
  private volatile boolean working;
  private final AtomicInteger rounds = new AtomicInteger();

  PartnerSystem(WebhookReceiver receiver) {
    this.receiver = receiver;
  }

  /** Starts to use a key, for all requests from now on. */
  PartnerSystem useKey(String apiKey, String apiSecret) {
    Response answer = authenticate(apiKey, apiSecret);
    assertThat(answer.statusCode()).isEqualTo(200);
    credential = new Credential(apiKey, apiSecret, answer.path("accessToken"));
    return this;
  }

  /** Sends a key and its secret in exchange for a token. */
  static Response authenticate(String apiKey, String apiSecret) {
    return given()
        .contentType("application/json")
        .body(Map.of("apiKey", apiKey, "apiSecret", apiSecret))
        .post("/business/auth");
  }

  Request request() {
    return request(credential);
  }

  static Request request(Credential credential) {
    return given()
        .header("Authorization", "Bearer " + credential.token())
        .contentType("application/json");
  }

  /** Pays the Tanzanian test phone from the wallet in euros, and returns the final payout. */
  JsonObject pay(String reference, int shillings) {
    Response created = sendPayout(reference, shillings);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return finalAnswer("/business/transactions/" + reference, "termination_pending");
  }

  private Response sendPayout(String reference, int shillings) {
    Map<String, Object> body = TestPartners.transferOf(reference);
    body.putAll(
        Map.of(
            "senderCurrency", "EUR",
            "receiverCurrency", "TZS",
            "amount", shillings,
            "payoutCountry", "TZ",
            "receiverPhone", "+255754000001"));
    return request().body(body).post("/business/payout/transfer");
  }

  /** Collects from the Kenyan test phone, and returns the final collection. */
  JsonObject collect(String reference) {
    Response created =
        request().body(TestPartners.collectionOf(reference)).post("/business/collections");
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return finalAnswer("/business/collections/" + created.path("id"), "collection_pending");
  }

  private JsonObject finalAnswer(String path, String pending) {
    return eventually(
        () -> new JsonObject(request().get(path).asString()),
        answer -> !pending.equals(answer.getString("status")));
  }

  /**
   * Starts to send requests, each with the key that is in use at the time, and returns their
   * statuses once they are stopped.
   */
  CompletableFuture<List<Integer>> startRequests() {
    working = true;
    return CompletableFuture.supplyAsync(
        () -> {
          List<Integer> statuses = new CopyOnWriteArrayList<>();
          for (int i = 0; working || i < LEAST_ROUNDS; i++) {
            statuses.add(request().get("/business/balance").statusCode());
            statuses.add(sendPayout("meanwhile-" + i, 250).statusCode());
            rounds.incrementAndGet();
          }
          return statuses;
        });
  }

  /** Waits until no request is under way that was begun with the previous key. */
  void awaitRound() {
    int underWay = rounds.get() + 1;
    eventually(rounds::get, ended -> ended > underWay);
  }

  void stopRequests() {
    working = false;
  }

  /** Returns the webhook about this subject, and verifies its signatures. */
  JsonObject awaitWebhook(String path, String field, String subject, String webhookSecret)
      throws Exception {
    Received webhook =
        eventually(
                () ->
                    receiver.at(path).stream()
                        .filter(one -> one.body().contains("\"" + field + "\":\"" + subject + "\""))
                        .toList(),
                told -> !told.isEmpty())
            .get(0);
    HttpHeaders headers = webhook.headers();
    new Webhook(webhookSecret).verify(webhook.body(), headers);
    JsonObject body = new JsonObject(webhook.body());
    assertThat(body.getString("signature")).isEqualTo(signature());
    return body;
  }

  /** Returns the contract's static signature for the key that is in use. */
  private String signature() throws GeneralSecurityException {
    String credentials = credential.apiKey() + ":" + credential.apiSecret();
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256")
                .digest(credentials.getBytes(StandardCharsets.US_ASCII)));
  }

  Credential credential() {
    return credential;
  }
}
