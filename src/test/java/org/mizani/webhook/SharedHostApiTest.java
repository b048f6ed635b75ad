package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;
import static org.mizani.support.Eventually.holds;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.status;
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
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.support.Eventually;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.FaultyReceiver.Behaviour;
import org.mizani.webhook.OutboxRows.Sender;
import org.mizani.webhook.queue.WebhookDelivery;

/**
 * Two businesses with webhooks at one host, an integrator's or a gateway's, where the path of one
 * fails. Attempts have no time-out here, so those that hang never end.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class SharedHostApiTest {

  private static final int OF_THE_FAILING = 300;
  private static final int OF_THE_HEALTHY = 15;

  @Inject Vertx vertx;
  @Inject Database database;
  @Inject FieldEncryption encryption;
  @Inject OutboxRows rows;

  private Sender failing;
  private Sender healthy;
  private Pod pod;

  @BeforeEach
  void open() {
    failing = sender();
    healthy = sender();
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
    rows.giveUp(failing);
    rows.giveUp(healthy);
    pod.close();
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        argumentSet("hangs", hanging()),
        argumentSet("never ends its head", trickling("HTTP/1.1 200 OK\r\nX: ")),
        argumentSet("answers 404", status(404)));
  }

  /** One tick is all that the pod gets: the rest of the backlog follows without another. */
  @ParameterizedTest
  @MethodSource("failures")
  void aFailingPathOfOneBusinessDelaysNoOtherBusinessAtItsHost(Behaviour failure) throws Exception {
    try (FaultyReceiver host = new FaultyReceiver()) {
      host.on("/failing", failure);
      host.on("/healthy", status(200));
      List<UUID> healthyOnes = new ArrayList<>();
      for (int i = 0; i < OF_THE_FAILING; i++) {
        rows.insert(failing, host.url("/failing"), "{}", Duration.ZERO);
        if (i % (OF_THE_FAILING / OF_THE_HEALTHY) == OF_THE_FAILING / OF_THE_HEALTHY - 1) {
          healthyOnes.add(rows.insert(healthy, host.url("/healthy"), "{}", Duration.ZERO).id());
        }
      }

      pod.dispatcher.tick().await().atMost(Eventually.PATIENCE);

      holds(
          () ->
              assertThat(healthyOnes)
                  .hasSize(OF_THE_HEALTHY)
                  .allSatisfy(
                      id -> {
                        assertThat(rows.state(id).status()).isEqualTo("delivered");
                        assertThat(rows.state(id).attempts()).isEqualTo(1);
                      }));
      assertThat(host.at("/failing")).as("tried beside them").isNotEmpty();
    }
  }

  /** Their business is one; its endpoint is a receiver beside the call-backs. */
  @ParameterizedTest
  @MethodSource("failures")
  void aFailingEndpointDelaysNoCallBackOfItsBusinessAtItsHost(Behaviour failure) throws Exception {
    try (FaultyReceiver host = new FaultyReceiver()) {
      host.on("/failing", failure);
      host.on("/healthy", status(200));
      UUID endpoint =
          rows.endpoint(healthy, host.url("/failing"), WebhookSecret.random(new SecureRandom()));
      for (int i = 0; i < OF_THE_FAILING; i++) {
        rows.insert(healthy, Optional.of(endpoint), host.url("/failing"), "{}", Duration.ZERO);
      }
      List<UUID> callBacks =
          Stream.generate(() -> rows.insert(healthy, host.url("/healthy"), "{}", Duration.ZERO))
              .limit(OF_THE_HEALTHY)
              .map(WebhookDelivery::id)
              .toList();

      pod.dispatcher.tick().await().atMost(Eventually.PATIENCE);

      holds(
          () ->
              assertThat(callBacks)
                  .allSatisfy(id -> assertThat(rows.state(id).status()).isEqualTo("delivered")));
      assertThat(host.at("/failing")).as("tried beside them").isNotEmpty();
    }
  }

  private Sender sender() {
    Sender sender = rows.sender("digest");
    rows.secret(sender, WebhookSecret.random(new SecureRandom()));
    return sender;
  }
}
