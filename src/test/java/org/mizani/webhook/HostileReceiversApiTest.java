package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.holds;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.status;
import static org.mizani.webhook.Misbehaviours.endless;
import static org.mizani.webhook.Misbehaviours.raw;
import static org.mizani.webhook.Misbehaviours.trickling;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.FaultyReceiver.Behaviour;
import org.mizani.webhook.OutboxRows.Sender;

/**
 * Many receivers that misbehave in every way at the same time. Attempts have no time-out here, so
 * those that hang are still under way when the healthy receiver has all its webhooks.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class HostileReceiversApiTest {

  private static final Duration NOW = Duration.ZERO;
  private static final Duration NEVER = Duration.ofHours(1);
  private static final int OF_EACH_KIND = 3;
  private static final int TO_EACH = 20;
  private static final int TO_THE_HEALTHY = 200;

  private static final List<Behaviour> WITHOUT_AN_END =
      List.of(hanging(), trickling("HTTP/1.1 200 OK\r\nX: "), trickling("HTTP/1.1 500 No\r\n\r\n"));

  private static final List<Behaviour> WITH_AN_END =
      List.of(
          status(500),
          status(410),
          status(429, "Retry-After: 1"),
          status(302, "Location: http://169.254.169.254/"),
          raw(""),
          raw("HTTP/1.1 200 OK\r\nCont"),
          endless("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
          endless("HTTP/1.1 500 No\r\n\r\n", "x"));

  @Inject Vertx vertx;
  @Inject Database database;
  @Inject FieldEncryption encryption;
  @Inject OutboxRows rows;

  private final List<FaultyReceiver> hostile = new ArrayList<>();
  private final List<UUID> withoutAnEnd = new ArrayList<>();
  private Sender sender;
  private Pod pod;

  @BeforeEach
  void open() throws Exception {
    sender = rows.sender("digest");
    rows.secret(sender, WebhookSecret.random(new SecureRandom()));
    pod =
        new Pod(
            vertx,
            database,
            encryption,
            TestConfig.with(
                Map.of("http.timeout", "10m", "http.connect-timeout", "10m", "lease", "30m")));
  }

  @AfterEach
  void close() throws Exception {
    rows.giveUp(sender);
    for (FaultyReceiver receiver : hostile) {
      receiver.close();
    }
    pod.close();
  }

  @Test
  void hostileReceiversDoNotDelayAHealthyOne() throws Exception {
    for (int i = 0; i < OF_EACH_KIND; i++) {
      for (Behaviour kind : WITHOUT_AN_END) {
        withoutAnEnd.addAll(webhooksTo(receiver(kind)));
      }
      for (Behaviour kind : WITH_AN_END) {
        webhooksTo(receiver(kind));
      }
    }
    holds(
        () -> {
          tick();
          assertThat(hostile).allSatisfy(one -> assertThat(one.at("/")).isNotEmpty());
        });

    try (FaultyReceiver healthy = new FaultyReceiver()) {
      healthy.on("/", status(200));
      for (int i = 0; i < TO_THE_HEALTHY; i++) {
        rows.insert(sender, healthy.url("/"), "{}", NEVER);
      }
      rows.run(
          "UPDATE webhook_due SET next_attempt_at = now() WHERE host = $1",
          healthy.url("/").replaceAll("http://|/", ""));
      holds(
          () -> {
            tick();
            assertThat(healthy.at("/")).hasSize(TO_THE_HEALTHY);
          });
    }
    assertThat(withoutAnEnd)
        .as("what hangs has not ended meanwhile")
        .allSatisfy(
            id ->
                assertThat(rows.state(id))
                    .satisfies(state -> assertThat(state.attempts()).isZero()));
  }

  private FaultyReceiver receiver(Behaviour kind) throws Exception {
    FaultyReceiver receiver = new FaultyReceiver();
    receiver.on("/", kind);
    hostile.add(receiver);
    return receiver;
  }

  private List<UUID> webhooksTo(FaultyReceiver receiver) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < TO_EACH; i++) {
      ids.add(rows.insert(sender, receiver.url("/"), "{}", NOW).id());
    }
    return ids;
  }

  private void tick() {
    pod.dispatcher.tick().await().atMost(PATIENCE);
  }
}
