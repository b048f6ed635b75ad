package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.transferOf;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;

/** Webhook secrets with which a webhook verifies before, during and after a rotation. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class WebhookRotationApiTest {

  private static final String BUSINESSES = "/operator/businesses";

  @Inject Rows rows;

  private WebhookReceiver receiver;
  private String businessId;
  private String token;
  private String first;

  @BeforeEach
  void createBusinessWithCallback() throws Exception {
    receiver = WebhookReceiver.listen();
    Response business =
        TestOperator.request()
            .body(Map.of("name", "Rotating", "callbackUrl", receiver.url()))
            .post(BUSINESSES);
    businessId = business.path("businessId");
    first = business.path("webhookSecret");
    TestOperator.request()
        .body(
            "{\"currency\":\"KES\",\"purpose\":\"payout\",\"amount\":90000,\"reference\":\"%s\"}"
                .formatted(businessId))
        .post(path("top-ups"));
    Response key = TestOperator.request().post(path("api-keys"));
    token =
        given()
            .contentType("application/json")
            .body(Map.of("apiKey", key.path("apiKey"), "apiSecret", key.path("apiSecret")))
            .post("/business/auth")
            .path("accessToken");
  }

  @AfterEach
  void booksBalance() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void bothSecretsVerifyUntilTheOverlapEnds() {
    assertSignedWith(delivered("before"), List.of(first));

    String second = rotate();
    eventually(() -> signatures(delivered(newReference())), count -> count == 2);
    assertSignedWith(delivered("within"), List.of(second, first));

    bringEndsNearer("23 hours");
    assertSignedWith(delivered("still within"), List.of(second, first));

    bringEndsNearer("1 hour");
    eventually(() -> signatures(delivered(newReference())), count -> count == 1);
    Received after = delivered("after");
    assertSignedWith(after, List.of(second));
    assertThat(isVerified(first, after)).isFalse();
  }

  @Test
  void anAttemptIsSignedWithTheSecretsThenValid() {
    receiver.answers(503);
    String dead = deliveryId("before", "dead");
    Received refused = receiver.received().get(0);
    assertSignedWith(refused, List.of(first));
    receiver.answers(200);

    String second = rotate();
    eventually(() -> signatures(delivered(newReference())), count -> count == 2);
    Received sent = replayed(dead);

    assertThat(sent.body()).isEqualTo(refused.body());
    assertSignedWith(sent, List.of(second, first));
    bringEndsNearer("24 hours");
    eventually(() -> signatures(delivered(newReference())), count -> count == 1);
    assertSignedWith(replayed(dead), List.of(second));
  }

  @Test
  void allSecretsVerifyAfterTwoRotationsInARow() {
    String second = rotate();
    String third = rotate();

    eventually(() -> signatures(delivered(newReference())), count -> count == 3);

    assertSignedWith(delivered("within"), List.of(third, second, first));
  }

  private String path(String resource) {
    return BUSINESSES + "/" + businessId + "/" + resource;
  }

  private String rotate() {
    return TestOperator.request().post(path("webhook-secrets")).path("webhookSecret");
  }

  /** Brings the ends of the secrets nearer by this interval. */
  private void bringEndsNearer(String interval) {
    rows.execute(
        "UPDATE webhook_secret SET expires_at = expires_at - $2::text::interval"
            + " WHERE business_id = (SELECT id FROM business WHERE public_id = $1)",
        UUID.fromString(businessId),
        interval);
  }

  /** Returns the webhook of a new payout with this reference. */
  private Received delivered(String reference) {
    String id = deliveryId(reference, "delivered");
    return last(id, 1);
  }

  private Received replayed(String id) {
    int before = of(id).size();
    assertThat(
            TestOperator.request()
                .post("/operator/webhook-deliveries/" + id + "/replay")
                .statusCode())
        .isEqualTo(202);
    Received sent = last(id, before + 1);
    eventually(() -> rowsOf(id, "delivered"), count -> count == 1);
    return sent;
  }

  private Received last(String id, int count) {
    List<Received> all = eventually(() -> of(id), arrived -> arrived.size() == count);
    return all.get(count - 1);
  }

  private List<Received> of(String id) {
    return receiver.received().stream().filter(one -> one.header("webhook-id").equals(id)).toList();
  }

  private long rowsOf(String id, String status) {
    return rows.count(
        "SELECT count(*) FROM webhook_delivery WHERE id = $1 AND status = $2",
        UUID.fromString(id),
        status);
  }

  /** Creates a payout and returns the id of its delivery, once the delivery has this status. */
  private String deliveryId(String reference, String status) {
    Map<String, Object> body = transferOf(reference);
    body.put("senderCurrency", "KES");
    body.put("amount", 10);
    String payout =
        given()
            .header("Authorization", "Bearer " + token)
            .contentType("application/json")
            .body(body)
            .post("/business/payout/transfer")
            .path("serviceReference");
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

  private static String newReference() {
    return UUID.randomUUID().toString();
  }

  private static int signatures(Received webhook) {
    return webhook.header("webhook-signature").split(" ").length;
  }

  private static void assertSignedWith(Received webhook, List<String> secrets) {
    assertThat(signatures(webhook)).isEqualTo(secrets.size());
    assertThat(secrets).allMatch(secret -> isVerified(secret, webhook));
  }

  /** Tells whether the reference library verifies the webhook with this secret. */
  private static boolean isVerified(String secret, Received webhook) {
    try {
      new Webhook(secret).verify(webhook.body(), webhook.headers());
      return true;
    } catch (WebhookVerificationException e) {
      return false;
    } catch (EmptyWebhookSecretException e) {
      throw new AssertionError(e);
    }
  }
}
