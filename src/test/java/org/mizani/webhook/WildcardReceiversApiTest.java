package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.holds;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.inTurn;
import static org.mizani.webhook.FaultyReceiver.status;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.OutboxRows.Sender;
import org.mizani.webhook.address.TestAddresses;
import org.mizani.webhook.queue.WebhookDelivery;

/**
 * Businesses with a host of its own for each webhook, all of which accept and hang. Attempts have
 * no time-out here, so no place that one has taken is ever free again.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class WildcardReceiversApiTest {

  private static final Logger LOG = Logger.getLogger(WildcardReceiversApiTest.class);

  private static final Duration NEVER = Duration.ofHours(1);
  private static final int BUSINESSES = 5;

  /** Five seconds by the schedule, a fifth less or more. */
  private static final Duration SHORTEST_RETRY = Duration.ofSeconds(4);

  private static final Duration LONGEST_RETRY = Duration.ofSeconds(6);

  /** A pod of 24 places, of which the reserve is six. */
  private static final Map<String, String> SMALL =
      Map.of(
          "limits.in-flight", "24",
          "limits.waiting", "48",
          "http.timeout", "10m",
          "http.connect-timeout", "10m",
          "lease", "30m");

  /** More than a business can have under way and waiting. */
  private static final int READABLE = 48;

  /** What no claim reaches, because its business has its share: bodies that cannot be read. */
  private static final String FILL =
      """
      WITH delivery AS (
        INSERT INTO webhook_delivery (id, business_id, api_key_id, kind, subject_id, url, host)
        SELECT gen_random_uuid(), $1, $2, 'payout', gen_random_uuid(),
               'http://w' || i || '-' || $1 || '.wild.test:' || $3 || '/hang',
               'w' || i || '-' || $1 || '.wild.test:' || $3
          FROM generate_series(1, $4::integer) AS i
        RETURNING id, business_id, created_at, host
      ), body AS (
        INSERT INTO webhook_body (delivery_id, created_at, body_encrypted)
        SELECT id, created_at, '\\x00' FROM delivery
      )
      INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
      SELECT id, business_id, created_at, created_at, host FROM delivery
      """;

  @Inject Vertx vertx;
  @Inject Database database;
  @Inject FieldEncryption encryption;
  @Inject OutboxRows rows;

  private FaultyReceiver receiver;
  private Pod pod;

  @BeforeEach
  void open() throws Exception {
    rows.removeAll();
    receiver = new FaultyReceiver();
    receiver.on("/hang", hanging());
    receiver.on("/healthy", status(200));
    pod =
        new Pod(
            vertx,
            database,
            encryption,
            TestConfig.with(SMALL),
            InstantSource.system(),
            TestAddresses.in(
                ServiceEnvironment.TEST,
                vertx,
                name -> new InetAddress[] {InetAddress.getLoopbackAddress()}));
  }

  @AfterEach
  void close() throws Exception {
    receiver.close();
    pod.close();
    rows.removeAll();
  }

  @Test
  void wildcardHostsDoNotDelayAHealthyReceiver() throws Exception {
    hangAtHosts(2_000);
    Sender healthy = rows.sender("digest");
    WebhookDelivery first = rows.insert(healthy, url("/healthy"), "first", NEVER);
    WebhookDelivery retry = rows.insert(healthy, url("/healthy"), "retry", Duration.ZERO);

    pod.dispatcher.handOff(List.of(first));
    tick();

    holds(() -> assertDelivered(first));
    holds(() -> assertDelivered(retry));
    assertStillHanging();
  }

  @Test
  void besideWildcardHostsTheFirstDeliveryAndTheRetryAreInTurn() throws Exception {
    assertInTurnBeside(2_000);
  }

  @Test
  @Tag("exhaustive")
  void besideHalfAMillionOfThemTheFirstDeliveryAndTheRetryAreInTurn() throws Exception {
    assertInTurnBeside(100_000);
  }

  /** The first delivery waits for no tick, and the retry for the one after it is due. */
  private void assertInTurnBeside(int hosts) throws Exception {
    hangAtHosts(hosts);
    receiver.on("/flaky", inTurn(status(500), status(200)));
    Sender retried = rows.sender("digest");
    WebhookDelivery first = rows.insert(rows.sender("digest"), url("/healthy"), "first", NEVER);
    WebhookDelivery retry = rows.insert(retried, url("/flaky"), "retry", NEVER);

    long begun = System.nanoTime();
    pod.dispatcher.handOff(List.of(first, retry));

    holds(() -> assertDelivered(first));
    holds(() -> assertThat(rows.attempts(retry.id())).hasSize(1));
    LOG.infof("Both were attempted within %s", Duration.ofNanos(System.nanoTime() - begun));
    Duration wait = rows.waitAfterTheLastAttempt(retry.id());
    assertThat(wait).isGreaterThanOrEqualTo(SHORTEST_RETRY).isLessThanOrEqualTo(LONGEST_RETRY);
    rows.hasten(retried);
    begun = System.nanoTime();
    tick();
    holds(() -> assertDelivered(retry));
    LOG.infof("The retry took %s once it was due", Duration.ofNanos(System.nanoTime() - begun));
    assertStillHanging();
  }

  private void hangAtHosts(int hosts) throws Exception {
    List<Sender> hostile =
        IntStream.range(0, BUSINESSES).mapToObj(i -> rows.sender("digest")).toList();
    hostile.forEach(sender -> fill(sender, hosts));
    holds(
        () -> {
          tick();
          assertThat(receiver.at("/hang")).hasSizeGreaterThanOrEqualTo(BUSINESSES * 3);
        });
  }

  private String url(String path) {
    return "http://healthy.test:" + receiver.port() + path;
  }

  private void assertDelivered(WebhookDelivery delivery) {
    assertThat(rows.state(delivery.id()).status()).isEqualTo("delivered");
  }

  private void assertStillHanging() {
    assertThat(receiver.openConnections())
        .as("what hangs still hangs")
        .isGreaterThanOrEqualTo(BUSINESSES * 3);
  }

  private void fill(Sender sender, int hosts) {
    for (int i = 0; i < READABLE; i++) {
      String host = "a" + i + "-" + sender.businessId() + ".wild.test:" + receiver.port();
      rows.insert(sender, "http://" + host + "/hang", "{}", Duration.ZERO);
    }
    rows.run(
        FILL, sender.businessId(), sender.apiKeyId(), Integer.toString(receiver.port()), hosts);
  }

  private void tick() {
    pod.dispatcher.tick().await().atMost(PATIENCE);
  }
}
