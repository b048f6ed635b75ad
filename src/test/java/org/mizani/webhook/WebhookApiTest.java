package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.holds;
import static org.mizani.support.Request.given;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.inTurn;
import static org.mizani.webhook.FaultyReceiver.status;
import static org.mizani.webhook.Misbehaviours.trickling;

import com.standardwebhooks.Webhook;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.MovableClock;
import org.mizani.support.RefusingPort;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.FaultyReceiver.Behaviour;
import org.mizani.webhook.FaultyReceiver.Received;
import org.mizani.webhook.OutboxRows.AttemptRow;
import org.mizani.webhook.OutboxRows.Sender;
import org.mizani.webhook.address.ReceiverAddresses.Resolver;
import org.mizani.webhook.address.TestAddresses;
import org.mizani.webhook.queue.WebhookDelivery;

/**
 * Outbox at work: a pod that ticks when the test calls it, on a database in which the test ends
 * waits and leases.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class WebhookApiTest {

  private static final String BODY = "{\"status\":\"termination_success\",\"senderAmount\":7.75}";
  private static final Duration NOW = Duration.ZERO;
  private static final Duration NEVER = Duration.ofHours(1);

  /**
   * Time-outs and delays longer than any test, so that no attempt ends or is repeated by itself.
   */
  private static final Map<String, String> PATIENT =
      Map.of(
          "http.timeout", "10m",
          "http.connect-timeout", "10m",
          "http.keep-alive", "1h",
          "lease", "1h",
          "retry.delays", "0s,1h,1h",
          "retry.jitter-percent", "0");

  /** Time-out of attempts in tests of time-outs. */
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  @Inject Vertx vertx;
  @Inject Database database;
  @Inject FieldEncryption encryption;
  @Inject OutboxRows rows;
  @Inject WebhookDispatcher running;

  private final WebhookSecret secret = WebhookSecret.random(new SecureRandom());
  private final List<Pod> pods = new ArrayList<>();
  private Pod pod;
  private FaultyReceiver receiver;
  private Sender sender;

  @BeforeEach
  void open() throws Exception {
    pod = pod(Map.of());
    receiver = new FaultyReceiver();
    sender = rows.sender("digest");
    rows.secret(sender, secret);
  }

  @AfterEach
  void close() throws Exception {
    // Otherwise deliveries that a test leaves would call closed ports during the next one.
    rows.giveUp(sender);
    receiver.close();
    pods.forEach(Pod::close);
  }

  @Test
  void deliversADueWebhookOnce() throws Exception {
    receiver.on("/hook?a=1", status(200));

    UUID id = insert("/hook?a=1", NOW);

    tick(pod);
    awaitDelivered(id);
    assertThat(rows.attempts(id)).singleElement().satisfies(WebhookApiTest::succeededAtFirst);
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
  void sendsAHandedOffWebhookAtOnce() throws Exception {
    receiver.on("/handed-off", status(204));
    WebhookDelivery delivery = rows.insert(sender, receiver.url("/handed-off"), BODY, NEVER);

    pod.dispatcher.handOff(List.of(delivery));

    awaitDelivered(delivery.id());
    verify(secret, only("/handed-off"));
  }

  @Test
  void sendsManyHandedOffThroughFewConnections() throws Exception {
    receiver.on("/many", status(200));
    Pod pod = pod(Map.of("limits.in-flight-per-fast-receiver", "8"));
    List<WebhookDelivery> many =
        IntStream.range(0, 200)
            .mapToObj(i -> rows.insert(sender, receiver.url("/many"), BODY, NEVER))
            .toList();

    pod.dispatcher.handOff(many);

    holds(() -> assertThat(pending()).isZero());
    assertThat(receiver.at("/many")).hasSize(200);
    // The next attempt may begin before the connection of the one that ended is free.
    assertThat(receiver.mostConnections()).isLessThanOrEqualTo(16);
  }

  @Test
  void sendsExcessWebhooksWithoutATickAsSoonAsThereIsRoom() throws Exception {
    receiver.on("/burst", status(200));
    Pod small = pod(Map.of("limits.waiting-per-receiver", "16"));
    List<WebhookDelivery> burst =
        IntStream.range(0, 100)
            .mapToObj(i -> rows.insert(sender, receiver.url("/burst"), BODY, NEVER))
            .toList();

    small.dispatcher.handOff(burst);

    holds(() -> assertThat(pending()).isZero());
    assertThat(receiver.at("/burst")).hasSize(100);
  }

  @Test
  void triesAgainWithTheSameIdAndANewTime() throws Exception {
    receiver.on("/twice", inTurn(status(500), status(200)));
    MovableClock clock = new MovableClock();
    clock.set(Instant.now());
    Pod timed = pod(Map.of(), clock, InetAddress::getAllByName);

    UUID id = insert("/twice", NOW);
    awaitFailure(timed, id);
    clock.move(Duration.ofSeconds(1));
    deliverNow(timed, id);

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
  void triesAgainNoSoonerThanItsScheduleSays() throws Exception {
    receiver.on("/down", status(503));

    UUID id = insert("/down", NOW);
    awaitFailure(pod, id);

    assertThat(rows.waitAfterTheLastAttempt(id)).isEqualTo(Duration.ofHours(1));
    tick(pod);
    assertThat(rows.waitAfterTheLastAttempt(id)).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void followsNoRedirectButTriesAgain() throws Exception {
    receiver.on("/moved", inTurn(status(301, "Location: " + receiver.url("/new")), status(200)));
    receiver.on("/new", status(200));

    UUID id = insert("/moved", NOW);
    awaitFailure(pod, id);
    deliverNow(pod, id);

    assertThat(rows.attempts(id)).extracting(AttemptRow::responseCode).containsExactly(301, 200);
    assertThat(receiver.at("/new")).isEmpty();
  }

  static Stream<Behaviour> neverAnswering() {
    return Stream.of(hanging(), trickling("HTTP/1.1 200 OK\r\nX-Endless: "));
  }

  @ParameterizedTest
  @MethodSource("neverAnswering")
  void timesOutAnAnswerThatHangsOrTricklesItsHead(Behaviour behaviour) throws Exception {
    receiver.on("/slow", behaviour);

    UUID id = insert("/slow", NOW);
    awaitFailure(impatient(), id);
    receiver.on("/slow", status(200));
    deliverNow(pod, id);

    assertThat(rows.attempts(id).get(0)).satisfies(WebhookApiTest::hasTimedOut);
  }

  @Test
  void takesA2xxWithATricklingBodyForDelivered() throws Exception {
    receiver.on("/body", trickling("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"));
    Pod impatient = impatient();

    UUID id = insert("/body", NOW);
    // A machine that stalls may read no status in time; a later attempt will.
    deliverNow(impatient, id);

    List<AttemptRow> attempts = rows.attempts(id);
    assertThat(attempts.subList(0, attempts.size() - 1)).allSatisfy(WebhookApiTest::hasTimedOut);
    assertThat(attempts.get(attempts.size() - 1))
        .satisfies(
            last -> {
              assertThat(last.responseCode()).isEqualTo(200);
              assertThat(last.durationMillis()).isGreaterThanOrEqualTo((int) TIMEOUT.toMillis());
            });
  }

  @Test
  void retriesNoSoonerThanTheReceiverAsks() throws Exception {
    receiver.on("/later", inTurn(status(503, "Retry-After: 3000"), status(200)));
    Pod eager = pod(Map.of("retry.delays", "0s,0s,0s"));

    UUID id = insert("/later", NOW);
    awaitFailure(eager, id);

    assertThat(rows.waitAfterTheLastAttempt(id)).isEqualTo(Duration.ofSeconds(3000));
    tick(eager);
    assertThat(rows.waitAfterTheLastAttempt(id)).isEqualTo(Duration.ofSeconds(3000));
    deliverNow(eager, id);
    assertThat(receiver.at("/later")).hasSize(2);
  }

  @Test
  void retriesAfterAConnectionThatClosesUnanswered() throws Exception {
    receiver.on("/close", inTurn((request, out) -> false, status(200)));

    UUID id = insert("/close", NOW);
    awaitFailure(pod, id);
    deliverNow(pod, id);

    assertThat(rows.attempts(id))
        .extracting(AttemptRow::error)
        .containsExactly("connection closed", null);
  }

  @Test
  void marksADeliveryDeadAfterItsLastAttempt() throws Exception {
    try (RefusingPort closedPort = new RefusingPort()) {
      UUID id = rows.insert(sender, closedPort.url("/gone"), BODY, NOW).id();

      holds(
          () -> {
            rows.hasten(sender);
            tick(pod);
            assertThat(rows.state(id)).isEqualTo(new OutboxRows.State("dead", 3, false));
          });

      assertThat(rows.attempts(id))
          .extracting(AttemptRow::error)
          .containsOnly("connection refused")
          .hasSize(3);
      // The dead delivery is counted once its row is committed.
      holds(
          () ->
              assertThat(pod.metrics.get("payments.webhook.dead").counter().count()).isEqualTo(1));
    }
  }

  @Test
  void triesAnUnknownHostAgain() throws Exception {
    Resolver nowhere =
        name -> {
          throw new UnknownHostException(name);
        };
    Pod lost = pod(Map.of(), InstantSource.system(), nowhere);

    UUID id = rows.insert(sender, "http://nobody.invalid/hook", BODY, NOW).id();
    awaitFailure(lost, id);

    assertThat(rows.attempts(id)).extracting(AttemptRow::error).containsExactly("unknown host");
    assertThat(rows.state(id)).isEqualTo(new OutboxRows.State("pending", 1, false));
  }

  @Test
  void doesNotReadAllOfAHugeResponse() throws Exception {
    AtomicLong written = new AtomicLong();
    receiver.on("/huge", endless(written));

    UUID id = insert("/huge", NOW);

    tick(pod);
    awaitDelivered(id);
    assertThat(receiver.at("/huge")).hasSize(1);
    holds(() -> assertThat(receiver.openConnections()).isZero());
    // The buffers of the sockets hold less.
    assertThat(written.get()).isLessThan(250_000_000);
  }

  @Test
  void isNotDelayedByAHangingReceiver() throws Exception {
    receiver.on("/hang", hanging());
    for (int i = 0; i < 200; i++) {
      insert("/hang", NOW);
    }
    tick(pod);
    holds(() -> assertThat(receiver.at("/hang")).isNotEmpty());

    try (FaultyReceiver other = new FaultyReceiver()) {
      other.on("/hook", status(200));
      UUID id = rows.insert(sender, other.url("/hook"), BODY, NOW).id();
      tick(pod);
      awaitDelivered(id);
      assertThat(other.at("/hook")).hasSize(1);
    }
    assertThat(pending()).isEqualTo(200);
  }

  @Test
  void sendsABacklogWithoutWaitingForTicks() throws Exception {
    receiver.on("/backlog", status(200));
    for (int i = 0; i < 300; i++) {
      insert("/backlog", NEVER);
    }
    rows.hasten(sender);

    tick(pod);

    // A claim takes 16 deliveries of a receiver; the others follow without a second tick.
    holds(() -> assertThat(pending()).isZero());
    assertThat(receiver.at("/backlog")).hasSize(300);
  }

  @Test
  void sendsADeadPodsDeliveryWhenItsLeaseEnds() throws Exception {
    receiver.on("/taken-over", status(200));
    receiver.on("/free", status(200));
    UUID leased = insert("/taken-over", NEVER);
    UUID free = insert("/free", NOW);
    tick(pod);
    awaitDelivered(free);
    assertThat(receiver.at("/taken-over")).isEmpty();

    deliverNow(pod, leased);

    assertThat(receiver.at("/taken-over")).hasSize(1);
  }

  @Test
  void signsInTheLegacySchemeToo() throws Exception {
    Sender legacy = rows.sender("legacy");
    receiver.on("/legacy", status(200));

    UUID id = rows.insert(legacy, receiver.url("/legacy"), BODY, NOW).id();

    tick(pod);
    awaitDelivered(id);
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
    Pod forgetful = pod(Map.of("secrets.age", "100ms"));
    deliverNow(forgetful, insert("/rotated", NOW));
    WebhookSecret newer = WebhookSecret.random(new SecureRandom());
    rows.expireSecrets(sender);
    rows.secret(sender, newer);

    holds(
        () -> {
          deliverNow(forgetful, insert("/rotated", NOW));
          List<Received> all = receiver.at("/rotated");
          Received last = all.get(all.size() - 1);
          verify(newer, last);
          assertThat(last.headers().get("webhook-signature")).doesNotContain(" ");
        });
  }

  @Test
  void recordsAnAttemptAfterADatabaseOutage() throws Exception {
    receiver.on("/outage", status(200));
    receiver.on("/next", status(200));
    UUID id;
    rows.run("ALTER TABLE webhook_attempt RENAME TO webhook_attempt_away");
    try {
      id = insert("/outage", NOW);
      tick(pod);
      holds(() -> assertThat(receiver.at("/outage")).hasSize(1));

      // Its lease ends: the delivery is claimed again, but not sent again.
      rows.hasten(sender);
      assertThat(rows.state(id).due()).isTrue();
      tick(pod);
      assertThat(rows.state(id)).isEqualTo(new OutboxRows.State("pending", 0, false));
      insert("/next", NOW);
      tick(pod);
      holds(() -> assertThat(receiver.at("/next")).hasSize(1));
      assertThat(receiver.at("/outage")).hasSize(1);
    } finally {
      rows.run("ALTER TABLE webhook_attempt_away RENAME TO webhook_attempt");
    }

    holds(
        () -> {
          tick(pod);
          assertThat(pending()).isZero();
        });
    assertThat(receiver.at("/outage")).hasSize(1);
    assertThat(rows.state(id).status()).isEqualTo("delivered");
    assertThat(rows.attempts(id)).hasSize(1);
  }

  @Test
  void keepsReceiversOutOfTheMetrics() throws Exception {
    receiver.on("/measured", status(200));
    UUID id = insert("/measured", NOW);
    holds(
        () -> {
          rows.hasten(sender);
          running.tick().await().atMost(PATIENCE);
          assertThat(rows.state(id).status()).isEqualTo("delivered");
        });

    String shown = given().get("/q/metrics").asString();

    // Partners choose these, so each would be a time series of its own, for ever.
    assertThat(shown).doesNotContain("/measured").doesNotContain(":" + receiver.port());
    assertThat(shown).contains("payments_webhook_delivered_total");
  }

  private Pod pod(Map<String, String> changed) {
    return pod(changed, InstantSource.system(), InetAddress::getAllByName);
  }

  private Pod pod(Map<String, String> changed, InstantSource clock, Resolver resolver) {
    Map<String, String> settings = new HashMap<>(PATIENT);
    settings.putAll(changed);
    Pod made =
        new Pod(
            vertx,
            database,
            encryption,
            TestConfig.with(settings),
            clock,
            TestAddresses.in(ServiceEnvironment.TEST, vertx, resolver));
    pods.add(made);
    return made;
  }

  /**
   * Returns a pod with a short time-out, which tries so often that a stall of the machine does not
   * matter.
   */
  private Pod impatient() {
    return pod(
        Map.of("http.timeout", TIMEOUT.toMillis() + "ms", "retry.delays", "0s" + ",1h".repeat(20)));
  }

  private static void tick(Pod pod) {
    pod.dispatcher.tick().await().atMost(PATIENCE);
  }

  private void awaitDelivered(UUID id) throws Exception {
    holds(() -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
  }

  /** Makes the first attempt, which fails. */
  private void awaitFailure(Pod by, UUID id) throws Exception {
    tick(by);
    holds(() -> assertThat(rows.attempts(id)).hasSize(1));
    assertThat(rows.state(id).status()).isEqualTo("pending");
  }

  /** Attempts without waits until the delivery succeeds. */
  private void deliverNow(Pod by, UUID id) throws Exception {
    holds(
        () -> {
          rows.hasten(sender);
          tick(by);
          assertThat(rows.state(id).status()).isEqualTo("delivered");
        });
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

  private static Behaviour endless(AtomicLong written) {
    return (request, out) -> {
      out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes());
      for (byte[] chunk = new byte[10_000]; ; written.addAndGet(chunk.length)) {
        out.write(chunk);
      }
    };
  }

  private static void succeededAtFirst(AttemptRow attempt) {
    assertThat(attempt.attempt()).isEqualTo(1);
    assertThat(attempt.responseCode()).isEqualTo(200);
    assertThat(attempt.error()).isNull();
  }

  private static void hasTimedOut(AttemptRow attempt) {
    assertThat(attempt.responseCode()).isNull();
    assertThat(attempt.error()).isEqualTo("timed out");
    assertThat(attempt.durationMillis()).isGreaterThanOrEqualTo((int) TIMEOUT.toMillis());
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
