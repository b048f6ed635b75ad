package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.holds;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.status;

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
import org.mizani.support.Eventually;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.OutboxRows.Sender;

/**
 * Businesses at one host, of which half have a path that hangs: none of them has failed yet, and
 * together they have more attempts than a pod has places. Attempts have no time-out here, so those
 * that hang never end.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class HalfHangApiTest {

  private static final int PAIRS = 100;
  private static final int OF_EACH = 12;

  /** Four attempts under way of each of them; a pod has 256 places. */
  private static final int ALL_HANGING = PAIRS * 4;

  @Inject Vertx vertx;
  @Inject Database database;
  @Inject FieldEncryption encryption;
  @Inject OutboxRows rows;

  private final List<Sender> senders = new ArrayList<>();
  private Pod pod;

  @BeforeEach
  void open() {
    pod =
        new Pod(
            vertx,
            database,
            encryption,
            TestConfig.with(
                Map.of("http.timeout", "10m", "http.connect-timeout", "10m", "lease", "30m")));
  }

  @AfterEach
  void close() {
    senders.forEach(rows::giveUp);
    pod.close();
  }

  @Test
  void theOtherHalfIsDeliveredWhileTheyHang() throws Exception {
    try (FaultyReceiver host = new FaultyReceiver()) {
      // Given
      host.on("/hangs", hanging());
      host.on("/answers", status(200));
      List<UUID> healthy = new ArrayList<>();
      for (int pair = 0; pair < PAIRS; pair++) {
        Sender hangs = sender();
        Sender answers = sender();
        for (int i = 0; i < OF_EACH; i++) {
          rows.insert(hangs, host.url("/hangs"), "{}", Duration.ZERO);
          healthy.add(rows.insert(answers, host.url("/answers"), "{}", Duration.ZERO).id());
        }
      }

      // When, then
      holds(
          () -> {
            pod.dispatcher.tick().await().atMost(Eventually.PATIENCE);
            assertThat(host.at("/hangs")).hasSize(ALL_HANGING);
            assertThat(healthy)
                .allSatisfy(id -> assertThat(rows.state(id).status()).isEqualTo("delivered"));
          });
      assertThat(healthy)
          .allSatisfy(id -> assertThat(rows.state(id).attempts()).as("attempts").isEqualTo(1));
      assertThat(host.at("/hangs")).as("under way still").hasSize(ALL_HANGING);
    }
  }

  private Sender sender() {
    Sender sender = rows.sender("digest");
    rows.secret(sender, WebhookSecret.random(new SecureRandom()));
    senders.add(sender);
    return sender;
  }
}
