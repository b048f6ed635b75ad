package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.holds;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.hangingUntil;
import static org.mizani.webhook.FaultyReceiver.inTurn;
import static org.mizani.webhook.FaultyReceiver.status;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Transaction;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.LoggedLines;
import org.mizani.support.PatientPool;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;
import org.mizani.webhook.FaultyReceiver.Behaviour;
import org.mizani.webhook.OutboxRows.Sender;
import org.mizani.webhook.queue.Receiver;
import org.mizani.webhook.queue.WebhookDelivery;

/** Outbox of webhooks: claims of deliveries, records of attempts, and the stop of a pod. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class OutboxApiTest {

  private static final Duration NOW = Duration.ZERO;
  private static final Duration NEVER = Duration.ofHours(1);

  /** Settings under which no attempt ends by itself during a test, and none is repeated. */
  private static final Map<String, String> PATIENT =
      Map.of(
          "http.timeout", "10m",
          "http.connect-timeout", "10m",
          "lease", "30m",
          "retry.delays", "0s,1h");

  @Inject Vertx vertx;
  @Inject Database database;
  @Inject FieldEncryption encryption;
  @Inject OutboxRows rows;
  @Inject WebhookReplays replays;
  @Inject Pool pool;

  private final List<Pod> pods = new ArrayList<>();
  private Sender sender;

  @BeforeEach
  void open() throws Exception {
    // Repeated, in case a pod of an earlier test still records an attempt.
    holds(() -> assertThatCode(rows::removeAll).doesNotThrowAnyException());
    sender = rows.sender("digest");
  }

  @AfterEach
  void close() {
    pods.forEach(Pod::close);
  }

  @Test
  void neverGivesARowToTwoClaims() {
    insert("http://a/", 300, NOW);
    Pod one = pod(PATIENT);
    Pod other = pod(PATIENT);

    List<Uni<List<WebhookDelivery>>> claims =
        IntStream.range(0, 40)
            .mapToObj(i -> (i % 2 == 0 ? one : other).outbox.claim(Map.of(receiver("a"), 10)))
            .toList();
    List<UUID> claimed = new ArrayList<>(ids(await(Uni.join().all(claims).andFailFast())));
    // Concurrent claims skip each other's rows, so some rows may be left.
    claimed.addAll(ids(List.of(await(one.outbox.claim(Map.of(receiver("a"), 300))))));

    assertThat(claimed).doesNotHaveDuplicates().hasSize(300);
  }

  @Test
  void claimsAFewOfEachReceiver() {
    insert("http://a/", 30, NOW);
    insert("http://b/", 2, NOW);
    insert("http://c/", 5, NEVER);

    Map<Receiver, Integer> due = await(pod(Map.of()).dueReceivers.next());
    List<WebhookDelivery> claimed =
        await(
            pod(Map.of())
                .outbox
                .claim(Map.of(receiver("a"), 4, receiver("b"), 4, receiver("c"), 4)));

    assertThat(due)
        .as("more than were counted, and two")
        .containsExactly(Map.entry(receiver("a"), Integer.MAX_VALUE), Map.entry(receiver("b"), 2));
    assertThat(claimed)
        .extracting(WebhookDelivery::host)
        .containsExactlyInAnyOrder("a:80", "a:80", "a:80", "a:80", "b:80", "b:80");
  }

  @Test
  void claimsOfOneBusinessAtAHostOfTwo() {
    Sender other = rows.sender("digest");
    insert("http://a/", 3, NOW);
    rows.insert(other, "http://a/", "body", NOW);

    List<WebhookDelivery> claimed =
        await(pod(Map.of()).outbox.claim(Map.of(new Receiver(other.businessId(), "a:80"), 4)));

    assertThat(claimed).extracting(WebhookDelivery::businessId).containsExactly(other.businessId());
  }

  @Test
  void namesTheReceiverThatHasWaitedLongestFirst() {
    insert("http://a/", 1, Duration.ofMinutes(-1));
    insert("http://b/", 1, Duration.ofMinutes(-9));
    insert("http://c/", 1, Duration.ofMinutes(-5));

    assertThat(await(pod(Map.of()).dueReceivers.next()).keySet())
        .containsExactly(receiver("b"), receiver("c"), receiver("a"));
  }

  @Test
  void namesAReceiverOfEachBusinessBeforeTheNextOfEach() {
    Sender other = rows.sender("digest");
    insert("http://a/", 1, Duration.ofMinutes(-9));
    insert("http://b/", 1, Duration.ofMinutes(-8));
    insert("http://c/", 1, Duration.ofMinutes(-7));
    rows.insert(other, "http://z/", "body", Duration.ofMinutes(-1));

    assertThat(await(pod(Map.of()).dueReceivers.next()).keySet())
        .containsExactly(
            receiver("a"), new Receiver(other.businessId(), "z:80"), receiver("b"), receiver("c"));
  }

  @Test
  void continuesAfterTheLastReceiverItReadOfEachBusiness() {
    Sender other = rows.sender("digest");
    for (String host : List.of("a", "b", "c", "d", "f")) {
      insert("http://" + host + "/", 1, NOW);
    }
    insert("http://e/", 1, NEVER);
    rows.insert(other, "http://z/", "body", NOW);
    Receiver ofTheOther = new Receiver(other.businessId(), "z:80");
    DueReceivers dueReceivers = pod(Map.of("limits.claim-receivers", "8")).dueReceivers;

    Set<Receiver> first = await(dueReceivers.next()).keySet();
    Set<Receiver> second = await(dueReceivers.next()).keySet();
    Set<Receiver> third = await(dueReceivers.next()).keySet();

    assertThat(first)
        .containsExactlyInAnyOrder(
            receiver("a"), receiver("b"), receiver("c"), receiver("d"), ofTheOther);
    assertThat(second).containsExactlyInAnyOrder(receiver("f"), ofTheOther);
    assertThat(third).isEqualTo(first);
  }

  @Test
  void continuesAfterTheLastBusinessItRead() {
    Sender second = rows.sender("digest");
    Sender third = rows.sender("digest");
    insert("http://a/", 1, NOW);
    rows.insert(second, "http://a/", "body", NEVER);
    rows.insert(third, "http://a/", "body", NOW);
    DueReceivers dueReceivers = pod(Map.of("limits.claim-businesses", "2")).dueReceivers;

    assertThat(await(dueReceivers.next())).containsOnlyKeys(receiver("a"));
    assertThat(await(dueReceivers.next()))
        .containsOnlyKeys(new Receiver(third.businessId(), "a:80"));
    assertThat(await(dueReceivers.next())).containsOnlyKeys(receiver("a"));
  }

  @Test
  void skipsDeliveriesThatCannotBeDecrypted() {
    UUID broken = insert("http://a/", 1, NOW).get(0).id();
    rows.run("UPDATE webhook_body SET body_encrypted = '\\x00' WHERE delivery_id = $1", broken);
    UUID fine = insert("http://a/", 1, NOW).get(0).id();

    List<WebhookDelivery> claimed = await(pod(Map.of()).outbox.claim(Map.of(receiver("a"), 4)));

    assertThat(claimed).extracting(WebhookDelivery::id).containsExactly(fine);
    assertThat(rows.state(broken)).isEqualTo(new OutboxRows.State("pending", 0, false));
  }

  @Test
  void aPendingRowWhoseDeliveryIsGoneEndsAndIsSaidOnce() {
    UUID gone = insert("http://a/", 1, NOW).get(0).id();
    rows.run("DELETE FROM webhook_delivery WHERE id = $1", gone);
    UUID fine = insert("http://a/", 1, NOW).get(0).id();
    Outbox outbox = pod(Map.of()).outbox;

    try (LoggedLines lines = LoggedLines.listen()) {
      List<WebhookDelivery> claimed = await(outbox.claim(Map.of(receiver("a"), 4)));
      rows.hasten(sender);
      await(outbox.claim(Map.of(receiver("a"), 4)));

      assertThat(claimed).extracting(WebhookDelivery::id).containsExactly(fine);
      assertThat(lines.text()).containsOnlyOnce("Webhook delivery " + gone);
    }
    assertThat(rows.one("SELECT id FROM webhook_due").getUUID(0)).isEqualTo(fine);
    assertThat(rows.one("SELECT count(*) FROM webhook_due").getLong(0)).isOne();
    assertThat(rows.one("SELECT count(*) FROM webhook_dead").getLong(0)).isZero();
  }

  @Test
  void aDeliveryWithoutItsBodyIsDeadAndSaidOnce() {
    UUID withoutBody = insert("http://a/", 1, NOW).get(0).id();
    rows.run("DELETE FROM webhook_body WHERE delivery_id = $1", withoutBody);
    UUID fine = insert("http://a/", 1, NOW).get(0).id();
    Outbox outbox = pod(Map.of()).outbox;

    try (LoggedLines lines = LoggedLines.listen()) {
      List<WebhookDelivery> claimed = await(outbox.claim(Map.of(receiver("a"), 4)));
      rows.hasten(sender);
      await(outbox.claim(Map.of(receiver("a"), 4)));

      assertThat(claimed).extracting(WebhookDelivery::id).containsExactly(fine);
      assertThat(lines.text()).containsOnlyOnce("Webhook delivery " + withoutBody);
    }
    assertThat(rows.state(withoutBody)).isEqualTo(new OutboxRows.State("dead", 0, false));
    assertThat(rows.one("SELECT count(*) FROM webhook_due").getLong(0)).isOne();
    assertThat(rows.one("SELECT id FROM webhook_dead").getUUID(0)).isEqualTo(withoutBody);
  }

  @Test
  void doesNotSendWebhooksItCannotSign() throws Exception {
    Sender unreadable = rows.sender("digest");
    rows.run(
        "INSERT INTO webhook_secret (business_id, secret_encrypted) VALUES ($1, '\\x00')",
        unreadable.businessId());
    try (LoggedLines lines = LoggedLines.listen();
        FaultyReceiver receiver = new FaultyReceiver()) {
      receiver.on("/a", status(200));
      rows.insert(unreadable, receiver.url("/a"), "unsigned", NOW);
      WebhookDelivery fine = rows.insert(sender, receiver.url("/a"), "signed", NOW);

      await(pod(PATIENT).dispatcher.tick());

      holds(() -> assertThat(rows.state(fine.id()).status()).isEqualTo("delivered"));
      assertThat(receiver.at("/a"))
          .extracting(FaultyReceiver.Received::text)
          .containsExactly("signed");
      holds(
          () ->
              assertThat(lines.text())
                  .contains(
                      "The webhook secrets of business "
                          + publicId(unreadable)
                          + " cannot be read: "));
    }
  }

  @Test
  void deliveriesWhoseKeysCannotBeReadAreDueAgainAtOnce() throws Exception {
    try (FaultyReceiver receiver = new FaultyReceiver()) {
      receiver.on("/a", status(200));
      WebhookDelivery delivery = rows.insert(sender, receiver.url("/a"), "signed", NOW);
      Pod pod = pod(PATIENT);

      rows.run("ALTER TABLE webhook_secret RENAME TO webhook_secret_away");
      try {
        await(pod.dispatcher.tick());
        holds(
            () ->
                assertThat(rows.state(delivery.id()))
                    .isEqualTo(new OutboxRows.State("pending", 0, true)));
      } finally {
        rows.run("ALTER TABLE webhook_secret_away RENAME TO webhook_secret");
      }
      await(pod.dispatcher.tick());

      holds(() -> assertThat(rows.state(delivery.id()).status()).isEqualTo("delivered"));
      assertThat(receiver.at("/a")).hasSize(1);
    }
  }

  @Test
  void ignoresAResultAfterTheDelivery() throws Exception {
    Pod slow = pod(Map.of());
    WebhookDelivery delivery = insert("http://a/", 1, NEVER).get(0);
    pod(Map.of()).recorder.record(attempt(delivery, new Answered(200, Optional.empty())));
    holds(() -> assertThat(rows.state(delivery.id()).status()).isEqualTo("delivered"));

    slow.recorder.record(attempt(delivery, Unanswered.TIMED_OUT));
    WebhookDelivery next = insert("http://a/", 1, NEVER).get(0);
    slow.recorder.record(attempt(next, Unanswered.TIMED_OUT));

    holds(() -> assertThat(rows.attempts(next.id())).hasSize(1));
    assertThat(rows.state(delivery.id()).status()).isEqualTo("delivered");
    assertThat(rows.attempts(delivery.id())).hasSize(1);
  }

  @Test
  void aResultOfBeforeAReplayEndsNoReplay() throws Exception {
    Pod slow = pod(Map.of());
    WebhookDelivery delivery = insert("http://a/", 1, NEVER).get(0);
    pod(Map.of()).recorder.record(attempt(delivery, new Answered(200, Optional.empty())));
    holds(() -> assertThat(rows.state(delivery.id()).status()).isEqualTo("delivered"));
    await(replays.replay(delivery.id()));

    slow.recorder.record(attempt(delivery, new Answered(200, Optional.empty())));
    WebhookDelivery next = insert("http://a/", 1, NEVER).get(0);
    slow.recorder.record(attempt(next, Unanswered.TIMED_OUT));

    holds(() -> assertThat(rows.attempts(next.id())).hasSize(1));
    assertThat(rows.state(delivery.id())).isEqualTo(new OutboxRows.State("pending", 0, true));
    WebhookDelivery again = await(slow.outbox.claim(Map.of(receiver("a"), 4))).get(0);
    slow.recorder.record(attempt(again, new Answered(200, Optional.empty())));
    holds(() -> assertThat(rows.state(delivery.id()).status()).isEqualTo("delivered"));
    assertThat(rows.attempts(delivery.id())).hasSize(2);
  }

  @Test
  void countsEachOfTwoResultsOfOneDeliveryOnce() throws Exception {
    List<WebhookDelivery> many = insert("http://a/", 100, NEVER);
    Pod one = pod(Map.of());
    Pod other = pod(Map.of());

    many.forEach(
        delivery -> {
          one.recorder.record(attempt(delivery, Unanswered.TIMED_OUT));
          other.recorder.record(attempt(delivery, new Answered(200, Optional.empty())));
        });

    holds(() -> assertThat(count("status = 'delivered'")).isEqualTo(100));
    assertThat(many)
        .allSatisfy(
            delivery ->
                assertThat(rows.attempts(delivery.id()))
                    .hasSize(rows.state(delivery.id()).attempts())
                    .last()
                    .extracting(OutboxRows.AttemptRow::responseCode)
                    .isEqualTo(200));
    assertThat(rows.one("SELECT count(*) FROM webhook_due").getLong(0)).isZero();
  }

  @Test
  void recordsWaitingResultsInFewStatements() throws Exception {
    List<WebhookDelivery> many = insert("http://a/", 500, NEVER);
    Pod pod = pod(Map.of());

    SqlConnection holder = pool.getConnectionAndAwait();
    Transaction transaction = holder.beginAndAwait();
    holder.query("LOCK TABLE webhook_due IN EXCLUSIVE MODE").executeAndAwait();
    many.forEach(one -> pod.recorder.record(attempt(one, new Answered(200, Optional.empty()))));
    transaction.rollbackAndAwait();
    holder.closeAndAwait();

    holds(() -> assertThat(count("status = 'delivered'")).isEqualTo(500));
    long transactions =
        rows.one("SELECT count(DISTINCT xmin::text) FROM webhook_attempt").getLong(0);
    assertThat(transactions).as("one that was held up, and those of 256 each").isIn(2L, 3L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"webhook_due", "webhook_delivery"})
  void aLockedDeliveryDelaysNoRecordOfAnotherBusiness(String table) throws Exception {
    WebhookDelivery stuck = insert("http://a/", 1, NEVER).get(0);
    WebhookDelivery other = rows.insert(rows.sender("digest"), "http://a/", "body", NEVER);
    Pod pod = pod(Map.of());
    SqlConnection holder = pool.getConnectionAndAwait();
    holder.query(PatientPool.BEGIN).executeAndAwait();
    holder
        .preparedQuery("SELECT FROM " + table + " WHERE id = $1 FOR UPDATE")
        .executeAndAwait(Tuple.of(stuck.id()));

    // In one statement
    pod.recorder.record(attempt(stuck, new Answered(200, Optional.empty())));
    pod.recorder.record(attempt(other, new Answered(200, Optional.empty())));

    holds(() -> assertThat(rows.state(other.id()).status()).isEqualTo("delivered"));
    await(pod.dispatcher.tick());
    WebhookDelivery later = rows.insert(sender, "http://a/", "body", NEVER);
    pod.recorder.record(attempt(later, new Answered(200, Optional.empty())));
    holds(() -> assertThat(rows.state(later.id()).status()).isEqualTo("delivered"));
    assertThat(rows.state(stuck.id())).isEqualTo(new OutboxRows.State("pending", 0, false));
    holder.query("ROLLBACK").executeAndAwait();
    holder.closeAndAwait();
    holds(
        () -> {
          await(pod.dispatcher.tick());
          assertThat(rows.state(stuck.id()).status()).isEqualTo("delivered");
        });
    assertThat(rows.attempts(stuck.id())).hasSize(1);
  }

  @Test
  void releasesUnstartedDeliveriesWhenItStops() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    Behaviour underWay = hangingUntil(ended);
    try (FaultyReceiver receiver = new FaultyReceiver()) {
      receiver.on("/a", inTurn(underWay, underWay, underWay, underWay, status(200)));
      List<WebhookDelivery> leased =
          IntStream.range(0, 10)
              .mapToObj(i -> rows.insert(sender, receiver.url("/a"), "body", NEVER))
              .toList();
      Pod stopping = pod(with("shutdown-wait", "10m"));
      stopping.dispatcher.handOff(leased);
      holds(() -> assertThat(receiver.at("/a")).hasSize(4));

      CompletableFuture<Void> stopped = stop(stopping);

      holds(() -> assertThat(dueNow()).isEqualTo(6));
      assertThat(stopped).as("it waits for what is under way").isNotDone();
      ended.countDown();
      assertThat(stopped).succeedsWithin(PATIENCE);
      assertThat(count("attempts = 1")).isEqualTo(4);
      await(pod(PATIENT).dispatcher.tick());
      holds(() -> assertThat(count("status = 'delivered'")).isEqualTo(6));
    }
  }

  @Test
  void stopsInBoundedTimeDespiteHangingAttempts() throws Exception {
    try (FaultyReceiver receiver = new FaultyReceiver()) {
      receiver.on("/a", hanging());
      Pod stopping = pod(with("shutdown-wait", "300ms"));
      stopping.dispatcher.handOff(List.of(rows.insert(sender, receiver.url("/a"), "body", NEVER)));
      holds(() -> assertThat(receiver.at("/a")).hasSize(1));

      assertThat(stop(stopping)).succeedsWithin(PATIENCE);

      assertThat(receiver.openConnections()).as("under way").isEqualTo(1);
      assertThat(count("status = 'pending' AND attempts = 0")).isEqualTo(1);
    }
  }

  private static CompletableFuture<Void> stop(Pod pod) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            pod.dispatcher.stop(new ShutdownEvent());
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static Map<String, String> with(String setting, String value) {
    Map<String, String> settings = new HashMap<>(PATIENT);
    settings.put(setting, value);
    return settings;
  }

  @Test
  void givesUpWhatABusinessHasPendingBeyondItsCapUnlessItsAttemptIsNear() {
    List<WebhookDelivery> near = insert("http://a/", 3, NOW);
    insert("http://a/", 4, NEVER);
    WebhookDelivery ofAnother = rows.insert(rows.sender("digest"), "http://a/", "body", NEVER);
    SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    PendingWebhooks pending = pending(5, metrics);

    try (LoggedLines lines = LoggedLines.listen()) {
      await(pending.keepToTheCap());

      assertThat(lines.text())
          .contains("Business " + publicId(sender) + " has 7 pending webhooks, more than 5: 2 ");
    }
    assertThat(rows.one("SELECT count(*) FROM webhook_dead").getLong(0)).isEqualTo(2);
    assertThat(count("status = 'dead'")).isEqualTo(2);
    assertThat(count("status = 'pending'")).isEqualTo(6);
    assertThat(List.of(near.get(0), near.get(1), near.get(2), ofAnother))
        .allSatisfy(one -> assertThat(rows.state(one.id()).status()).isEqualTo("pending"));
    assertThat(metrics.get("payments.webhook.pending.most").gauge().value()).isEqualTo(7);
    assertThat(metrics.get("payments.webhook.dead").counter().count()).isEqualTo(2);
  }

  @Test
  void podsThatCountAtTheSameTimeGiveUpNoMoreThanIsTooMuch() {
    insert("http://a/", 20, NEVER);

    Uni.join()
        .all(
            IntStream.range(0, 4)
                .mapToObj(i -> pending(15, new SimpleMeterRegistry()).keepToTheCap())
                .toList())
        .andFailFast()
        .await()
        .atMost(PATIENCE);

    assertThat(count("status = 'dead'")).isEqualTo(5);
  }

  @Test
  void keepsABacklogOfWhatIsDueWhateverTheCap() {
    insert("http://a/", 4, NOW);

    await(pending(1, new SimpleMeterRegistry()).keepToTheCap());

    assertThat(count("status = 'pending'")).isEqualTo(4);
  }

  private PendingWebhooks pending(int cap, SimpleMeterRegistry metrics) {
    return new PendingWebhooks(
        database,
        new WebhookMetrics(metrics),
        TestConfig.with(Map.of("limits.pending-per-business", Integer.toString(cap))),
        metrics);
  }

  @Test
  void refusesALeaseTooShortForAnAttempt() {
    assertThatThrownBy(() -> pod(Map.of("lease", "20s")))
        .hasMessage(
            "payments.webhook.lease must be longer than twice payments.webhook.http.timeout.");
  }

  private Receiver receiver(String host) {
    return new Receiver(sender.businessId(), host + ":80");
  }

  private Pod pod(Map<String, String> changed) {
    Pod pod = new Pod(vertx, database, encryption, TestConfig.with(changed));
    pods.add(pod);
    return pod;
  }

  private List<WebhookDelivery> insert(String url, int count, Duration dueIn) {
    return IntStream.range(0, count)
        .mapToObj(i -> rows.insert(sender, url, "body", dueIn))
        .toList();
  }

  private static Attempt attempt(WebhookDelivery delivery, AttemptOutcome outcome) {
    Optional<Duration> retryIn = outcome.delivered() ? Optional.empty() : Optional.of(NEVER);
    return new Attempt(delivery, outcome, Duration.ofMillis(5), retryIn);
  }

  private UUID publicId(Sender sender) {
    return rows.one("SELECT public_id FROM business WHERE id = " + sender.businessId()).getUUID(0);
  }

  private long count(String condition) {
    return rows.one("SELECT count(*) FROM webhook_delivery WHERE " + condition).getLong(0);
  }

  private long dueNow() {
    return rows.one("SELECT count(*) FROM webhook_due WHERE next_attempt_at <= now()").getLong(0);
  }

  private static List<UUID> ids(List<List<WebhookDelivery>> claims) {
    return claims.stream().flatMap(List::stream).map(WebhookDelivery::id).toList();
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
