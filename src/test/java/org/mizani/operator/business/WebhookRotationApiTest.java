package org.mizani.operator.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Requests.given;
import static org.mizani.support.TestPartners.transferOf;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.QuickProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;

/** What a receiver verifies webhooks with, before, during and after a rotation of the secret. */
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
  void aBusinessThatIsToldByWebhook() throws Exception {
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
  void withinTheOverlapEitherSecretVerifiesAndAfterItTheNewOneAlone() {
    assertSignedWith(delivered("before"), List.of(first));

    String second = rotate();
    eventually(() -> signatures(delivered(anew())), count -> count == 2);
    assertSignedWith(delivered("within"), List.of(second, first));

    timePasses("23 hours");
    assertSignedWith(delivered("still within"), List.of(second, first));

    timePasses("1 hour");
    eventually(() -> signatures(delivered(anew())), count -> count == 1);
    Received after = delivered("after");
    assertSignedWith(after, List.of(second));
    assertThat(isVerified(first, after)).isFalse();
  }

  @Test
  void whatWasWrittenBeforeARotationIsSignedWithBothWhenItIsSentAfterIt() {
    receiver.answers(503);
    String dead = ended("before", "dead");
    Received refused = receiver.received().get(0);
    assertSignedWith(refused, List.of(first));
    receiver.answers(200);

    String second = rotate();
    eventually(() -> signatures(delivered(anew())), count -> count == 2);
    Received sent = replayed(dead);

    assertThat(sent.body()).isEqualTo(refused.body());
    assertSignedWith(sent, List.of(second, first));
    timePasses("24 hours");
    eventually(() -> signatures(delivered(anew())), count -> count == 1);
    assertSignedWith(replayed(dead), List.of(second));
  }

  @Test
  void ofTwoRotationsInARowAllSecretsVerify() {
    String second = rotate();
    String third = rotate();

    eventually(() -> signatures(delivered(anew())), count -> count == 3);

    assertSignedWith(delivered("within"), List.of(third, second, first));
  }

  private String path(String resource) {
    return BUSINESSES + "/" + businessId + "/" + resource;
  }

  private String rotate() {
    return TestOperator.request().post(path("webhook-secrets")).path("webhookSecret");
  }

  /** The ends of secrets come nearer. */
  private void timePasses(String interval) {
    rows.execute(
        "UPDATE webhook_secret SET expires_at = expires_at - $2::text::interval"
            + " WHERE business_id = (SELECT id FROM business WHERE public_id = $1)",
        UUID.fromString(businessId),
        interval);
  }

  /** The webhook of a payout that is made now. */
  private Received delivered(String reference) {
    String id = ended(reference, "delivered");
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

  /** The id of a delivery of a payout that is made now, once it has come to this. */
  private String ended(String reference, String status) {
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

  private static String anew() {
    return UUID.randomUUID().toString();
  }

  private static int signatures(Received webhook) {
    return webhook.header("webhook-signature").split(" ").length;
  }

  private static void assertSignedWith(Received webhook, List<String> secrets) {
    assertThat(signatures(webhook)).isEqualTo(secrets.size());
    assertThat(secrets).allMatch(secret -> isVerified(secret, webhook));
  }

  /** Whether the reference library takes it. */
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
