package org.mizani.webhook;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.mizani.support.Eventually.within;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.inTurn;
import static org.mizani.webhook.FaultyReceiver.status;
import static org.mizani.webhook.Misbehaviours.trickling;

import com.standardwebhooks.Webhook;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.FaultyReceiver.Behaviour;
import org.mizani.webhook.FaultyReceiver.Received;
import org.mizani.webhook.OutboxRows.AttemptRow;
import org.mizani.webhook.OutboxRows.Sender;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ImpatientProfile.class)
class WebhookApiTest {

  private static final String BODY = "{\"status\":\"termination_success\",\"senderAmount\":7.75}";
  private static final Duration NOW = Duration.ZERO;
  private static final Duration SOON = Duration.ofSeconds(15);
  private static final Duration NEVER = Duration.ofHours(1);

  @Inject OutboxRows rows;
  @Inject WebhookDispatcher dispatcher;
  @Inject MeterRegistry metrics;

  private final WebhookSecret secret = WebhookSecret.random(new SecureRandom());
  private FaultyReceiver receiver;
  private Sender sender;

  @BeforeEach
  void open() throws Exception {
    receiver = new FaultyReceiver();
    sender = rows.sender("digest");
    rows.secret(sender, secret);
  }

  @AfterEach
  void close() throws Exception {
    // What a test leaves behind would only hammer closed ports during the next one.
    rows.giveUp(sender);
    receiver.close();
  }

  @Test
  void deliversOnceWhatIsDue() throws Exception {
    receiver.on("/hook?a=1", status(200));

    UUID id = insert("/hook?a=1", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(rows.attempts(id)).singleElement().satisfies(WebhookApiTest::isOkAtFirst);
    Received request = only("/hook?a=1");
    assertThat(request.line()).isEqualTo("POST /hook?a=1 HTTP/1.1");
    assertThat(request.text()).isEqualTo(BODY);
    assertThat(request.headers())
        .containsEntry("host", "127.0.0.1:" + receiver.port())
        .containsEntry("content-type", "application/json")
        .containsEntry("webhook-id", id.toString())
        .doesNotContainKey("x-service-signature");
    assertThat(request.headers().get("user-agent")).startsWith("business-payments/");
    verify(secret, request);
  }

  @Test
  void sendsAtOnceWhatIsHandedOff() throws Exception {
    receiver.on("/handed-off", status(204));
    // With a lease of an hour, only the hand-off can have sent it.
    WebhookDelivery delivery = rows.insert(sender, receiver.url("/handed-off"), BODY, NEVER);

    dispatcher.handOff(List.of(delivery));

    within(SOON, () -> assertThat(rows.state(delivery.id()).status()).isEqualTo("delivered"));
    verify(secret, only("/handed-off"));
  }

  @Test
  void sendsManyHandedOffThroughFewConnections() throws Exception {
    receiver.on("/many", status(200));
    List<WebhookDelivery> many =
        IntStream.range(0, 200)
            .mapToObj(i -> rows.insert(sender, receiver.url("/many"), BODY, NEVER))
            .toList();

    dispatcher.handOff(many);

    within(SOON, () -> assertThat(pending()).isZero());
    assertThat(receiver.at("/many")).hasSize(200);
    assertThat(receiver.mostConnections()).isLessThanOrEqualTo(4);
  }

  @Test
  void triesAgainWithTheSameIdAndANewTime() throws Exception {
    receiver.on("/twice", inTurn(status(500), status(200)));

    UUID id = insert("/twice", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(rows.attempts(id)).extracting(AttemptRow::responseCode).containsExactly(500, 200);
    List<Received> requests = receiver.at("/twice");
    assertThat(requests)
        .extracting(request -> request.headers().get("webhook-id"))
        .containsExactly(id.toString(), id.toString());
    assertThat(requests)
        .extracting(request -> request.headers().get("webhook-timestamp"))
        .doesNotHaveDuplicates();
    for (Received request : requests) {
      verify(secret, request);
    }
  }

  @Test
  void followsNoRedirectButTriesAgain() throws Exception {
    receiver.on("/moved", inTurn(status(301, "Location: " + receiver.url("/new")), status(200)));
    receiver.on("/new", status(200));

    UUID id = insert("/moved", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(rows.attempts(id)).extracting(AttemptRow::responseCode).containsExactly(301, 200);
    assertThat(receiver.at("/new")).isEmpty();
  }

  @Test
  void givesUpAnAttemptThatHangs() throws Exception {
    receiver.on("/hang", inTurn(hanging(), status(200)));

    UUID id = insert("/hang", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(rows.attempts(id).get(0)).satisfies(WebhookApiTest::hasTimedOut);
  }

  @Test
  void givesUpAnAttemptWhoseHeadTrickles() throws Exception {
    receiver.on("/trickle", inTurn(trickling("HTTP/1.1 200 OK\r\nX-Endless: "), status(200)));

    UUID id = insert("/trickle", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(rows.attempts(id).get(0)).satisfies(WebhookApiTest::hasTimedOut);
  }

  @Test
  void takesA2xxWhoseBodyTricklesForDelivered() throws Exception {
    receiver.on("/body", trickling("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"));

    UUID id = insert("/body", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(rows.attempts(id))
        .singleElement()
        .satisfies(attempt -> assertThat(attempt.durationMillis()).isBetween(2900, 10_000));
  }

  @Test
  void comesNoSoonerThanTheReceiverAsks() throws Exception {
    receiver.on("/later", inTurn(status(503, "Retry-After: 3"), status(200)));

    UUID id = insert("/later", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    List<Received> requests = receiver.at("/later");
    assertThat(Duration.between(requests.get(0).at(), requests.get(1).at()))
        .isBetween(Duration.ofMillis(2900), Duration.ofSeconds(14));
  }

  @Test
  void triesAgainWhereTheConnectionIsClosedWithoutAnAnswer() throws Exception {
    receiver.on("/close", inTurn((request, out) -> false, status(200)));

    UUID id = insert("/close", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(rows.attempts(id))
        .extracting(AttemptRow::error)
        .containsExactly("connection closed", null);
  }

  @Test
  void callsADeliveryDeadWhenAllAttemptsHaveFailed() throws Exception {
    double deadBefore = metrics.get("payments.webhook.dead").counter().count();
    String url = receiver.url("/gone");
    receiver.close();

    UUID id = rows.insert(sender, url, BODY, NOW).id();

    within(
        SOON, () -> assertThat(rows.state(id)).isEqualTo(new OutboxRows.State("dead", 3, false)));
    assertThat(rows.attempts(id))
        .extracting(AttemptRow::error)
        .containsOnly("connection refused")
        .hasSize(3);
    // It is counted once the row is committed.
    within(
        SOON,
        () ->
            assertThat(metrics.get("payments.webhook.dead").counter().count())
                .isEqualTo(deadBefore + 1));
  }

  @Test
  void triesAnUnknownHostAgain() throws Exception {
    UUID id = rows.insert(sender, "http://nobody.invalid/hook", BODY, NOW).id();

    within(
        SOON,
        () -> assertThat(rows.attempts(id)).extracting(AttemptRow::error).contains("unknown host"));
  }

  @Test
  void readsLittleOfAHugeResponse() throws Exception {
    AtomicInteger written = new AtomicInteger();
    receiver.on("/huge", huge(written));

    UUID id = insert("/huge", NOW);

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(receiver.at("/huge")).hasSize(1);
    within(SOON, () -> assertThat(receiver.openConnections()).isZero());
    assertThat(written.get()).isLessThan(50_000_000);
  }

  @Test
  void isNotDelayedByAReceiverThatHangs() throws Exception {
    receiver.on("/hang", hanging());
    for (int i = 0; i < 200; i++) {
      insert("/hang", NOW);
    }
    within(SOON, () -> assertThat(receiver.at("/hang")).isNotEmpty());

    try (FaultyReceiver other = new FaultyReceiver()) {
      other.on("/hook", status(200));
      UUID id = rows.insert(sender, other.url("/hook"), BODY, NOW).id();
      within(SOON, () -> assertThat(other.at("/hook")).hasSize(1));
      within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    }
    assertThat(pending()).isGreaterThan(100);
  }

  @Test
  void sendsABacklogWithoutWaitingForTicks() throws Exception {
    receiver.on("/backlog", status(200));
    for (int i = 0; i < 300; i++) {
      insert("/backlog", NEVER);
    }

    rows.hasten(sender);

    // By the tick alone, 16 a second, it would be 19 seconds.
    within(SOON, () -> assertThat(pending()).isZero());
    assertThat(receiver.at("/backlog")).hasSize(300);
  }

  @Test
  void takesOverWhatADeadPodHadLeased() throws Exception {
    receiver.on("/taken-over", status(200));

    Instant leased = Instant.now();
    UUID id = insert("/taken-over", Duration.ofSeconds(2));

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(Duration.between(leased, only("/taken-over").at()))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void signsInTheLegacySchemeToo() throws Exception {
    Sender legacy = rows.sender("legacy");
    receiver.on("/legacy", status(200));

    rows.insert(legacy, receiver.url("/legacy"), BODY, NOW);

    within(SOON, () -> assertThat(receiver.at("/legacy")).hasSize(1));
    Received request = only("/legacy");
    String seconds = request.headers().get("webhook-timestamp");
    assertThat(request.headers())
        .containsEntry(
            "x-service-signature",
            "t=" + seconds + ",v1=" + hmac(legacy.apiSecret(), seconds + "." + BODY));
  }

  @Test
  void noticesThatSecretsWereRotated() throws Exception {
    receiver.on("/rotated", status(200));
    insert("/rotated", NOW);
    within(SOON, () -> assertThat(receiver.at("/rotated")).hasSize(1));
    WebhookSecret newer = WebhookSecret.random(new SecureRandom());
    rows.expireSecrets(sender);
    rows.secret(sender, newer);
    Thread.sleep(1100);

    insert("/rotated", NOW);

    within(SOON, () -> assertThat(receiver.at("/rotated")).hasSize(2));
    Received last = receiver.at("/rotated").get(1);
    verify(newer, last);
    assertThat(last.headers().get("webhook-signature")).doesNotContain(" ");
  }

  @Test
  void recordsLaterWhatTheDatabaseDidNotTake() throws Exception {
    receiver.on("/outage", status(200));
    rows.run("ALTER TABLE webhook_attempt RENAME TO webhook_attempt_away");
    UUID id;
    try {
      id = insert("/outage", NOW);
      // Longer than the lease: the delivery is claimed again, but not sent again.
      Thread.sleep(10_000);
      assertThat(rows.state(id).status()).isEqualTo("pending");
    } finally {
      rows.run("ALTER TABLE webhook_attempt_away RENAME TO webhook_attempt");
    }

    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
    assertThat(receiver.at("/outage")).hasSize(1);
    assertThat(rows.attempts(id)).hasSize(1);
  }

  @Test
  void keepsReceiversOutOfTheMetrics() throws Exception {
    receiver.on("/measured", status(200));
    UUID id = insert("/measured", NOW);
    within(SOON, () -> assertThat(rows.state(id).status()).isEqualTo("delivered"));

    String shown = given().get("/q/metrics").asString();

    // Partners choose these: each would be a time series of its own, for ever.
    assertThat(shown).doesNotContain("/measured").doesNotContain(":" + receiver.port());
    assertThat(shown).contains("payments_webhook_delivered_total");
  }

  private UUID insert(String path, Duration dueIn) {
    return rows.insert(sender, receiver.url(path), BODY, dueIn).id();
  }

  private long pending() {
    return rows.one("SELECT count(*) FROM webhook_due WHERE business_id = $1", sender.businessId())
        .getLong(0);
  }

  private Received only(String path) {
    assertThat(receiver.at(path)).hasSize(1);
    return receiver.at(path).get(0);
  }

  private static Behaviour huge(AtomicInteger written) {
    return (request, out) -> {
      out.write("HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n".getBytes());
      for (byte[] chunk = new byte[10_000]; written.get() < 50_000_000; ) {
        out.write(chunk);
        written.addAndGet(chunk.length);
      }
      return true;
    };
  }

  private static void isOkAtFirst(AttemptRow attempt) {
    assertThat(attempt.attempt()).isEqualTo(1);
    assertThat(attempt.responseCode()).isEqualTo(200);
    assertThat(attempt.error()).isNull();
  }

  private static void hasTimedOut(AttemptRow attempt) {
    assertThat(attempt.responseCode()).isNull();
    assertThat(attempt.error()).isEqualTo("timed out");
    assertThat(attempt.durationMillis()).isBetween(2900, 10_000);
  }

  private static void verify(WebhookSecret secret, Received request) throws Exception {
    Map<String, List<String>> lists =
        request.headers().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.of(entry.getValue())));
    HttpHeaders headers = HttpHeaders.of(lists, (name, value) -> true);
    assertThatCode(() -> new Webhook(secret.text()).verify(request.text(), headers))
        .doesNotThrowAnyException();
  }

  private static String hmac(String key, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }
}
