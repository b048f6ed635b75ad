package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.within;
import static org.mizani.webhook.FaultyReceiver.hanging;
import static org.mizani.webhook.FaultyReceiver.status;
import static org.mizani.webhook.Misbehaviours.endless;
import static org.mizani.webhook.Misbehaviours.raw;
import static org.mizani.webhook.Misbehaviours.trickling;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.FaultyReceiver.Behaviour;
import org.mizani.webhook.FaultyReceiver.Received;
import org.mizani.webhook.OutboxRows.Sender;

/** Many receivers that misbehave in every way, at once, with the time-outs of a deployment. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HostileReceiversApiTest {

  private static final Logger LOG = Logger.getLogger(HostileReceiversApiTest.class);
  private static final Duration NOW = Duration.ZERO;
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int OF_EACH_KIND = 3;
  private static final int TO_EACH = 20;
  private static final int TO_THE_HEALTHY = 200;

  private static final List<Behaviour> KINDS =
      List.of(
          hanging(),
          trickling("HTTP/1.1 200 OK\r\nX: "),
          trickling("HTTP/1.1 500 No\r\n\r\n"),
          status(500),
          status(410),
          status(429, "Retry-After: 1"),
          status(302, "Location: http://169.254.169.254/"),
          raw(""),
          raw("HTTP/1.1 200 OK\r\nCont"),
          endless("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
          endless("HTTP/1.1 500 No\r\n\r\n", "x"));

  @Inject OutboxRows rows;

  private final List<FaultyReceiver> hostile = new ArrayList<>();
  private Sender sender;

  @BeforeEach
  void open() throws Exception {
    sender = rows.sender("digest");
    rows.secret(sender, WebhookSecret.random(new SecureRandom()));
    for (Behaviour kind : KINDS) {
      for (int i = 0; i < OF_EACH_KIND; i++) {
        FaultyReceiver receiver = new FaultyReceiver();
        receiver.on("/", kind);
        hostile.add(receiver);
      }
    }
  }

  @AfterEach
  void close() throws Exception {
    rows.giveUp(sender);
    for (FaultyReceiver receiver : hostile) {
      receiver.close();
    }
  }

  @Test
  void delayNobodyElsesWebhooksForMoreThanSeconds() throws Exception {
    for (int i = 0; i < TO_EACH; i++) {
      for (FaultyReceiver receiver : hostile) {
        rows.insert(sender, receiver.url("/"), "{}", NOW);
      }
    }
    within(SOON, () -> assertThat(hostile).allSatisfy(one -> assertThat(one.at("/")).isNotEmpty()));

    try (FaultyReceiver healthy = new FaultyReceiver()) {
      healthy.on("/", status(200));
      for (int i = 0; i < TO_THE_HEALTHY; i++) {
        rows.insert(sender, healthy.url("/"), "{}", NEVER);
      }
      Instant due = Instant.now();
      rows.run(
          "UPDATE webhook_due SET next_attempt_at = now() WHERE host = $1",
          healthy.url("/").replaceAll("http://|/", ""));
      within(SOON, () -> assertThat(healthy.at("/")).hasSize(TO_THE_HEALTHY));

      Duration last =
          healthy.at("/").stream()
              .map(Received::at)
              .max(Instant::compareTo)
              .map(at -> Duration.between(due, at))
              .orElseThrow();
      LOG.infof(
          "%d webhooks to a healthy receiver beside %d hostile ones: the last after %d ms",
          TO_THE_HEALTHY, hostile.size(), last.toMillis());
      assertThat(last).isLessThan(Duration.ofSeconds(5));
    }
  }
}
