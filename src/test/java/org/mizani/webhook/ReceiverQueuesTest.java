package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.webhook.address.CallbackUrl;

class ReceiverQueuesTest {

  private static final Instant NOW = Instant.EPOCH;
  private static final Instant SOON = NOW.plusSeconds(1);
  private final ReceiverQueues queues =
      new ReceiverQueues(
          TestConfig.with(
              Map.of(
                  "limits.in-flight", "8",
                  "limits.in-flight-per-host", "2",
                  "limits.waiting", "20",
                  "limits.waiting-per-host", "5",
                  "limits.claim", "10",
                  "limits.claim-per-host", "4")));

  @Test
  void servesReceiversInTurn() {
    admit("a", 4);
    admit("b", 4);

    assertThat(queues.take(NOW))
        .extracting(WebhookDelivery::host)
        .containsExactly("a:80", "b:80", "a:80", "b:80");
  }

  @Test
  void givesAReceiverFewPlacesAtATime() {
    admit("a", 4);

    assertThat(queues.take(NOW)).hasSize(2);
    assertThat(queues.take(NOW)).isEmpty();
  }

  @Test
  void limitsThePlacesOfAllReceivers() {
    for (int host = 0; host < 6; host++) {
      admit("host" + host, 2);
    }

    assertThat(queues.take(NOW)).hasSize(8);
  }

  @Test
  void givesAFreedPlaceToTheNextInLine() {
    admit("a", 3);
    List<WebhookDelivery> first = queues.take(NOW);

    boolean drained = queues.release(first.get(0), true);

    assertThat(drained).isFalse();
    assertThat(queues.take(NOW)).hasSize(1).doesNotContainAnyElementsOf(first);
  }

  @Test
  void reportsADrainedQueue() {
    admit("a", 1);

    assertThat(queues.release(queues.take(NOW).get(0), true)).isTrue();
  }

  @Test
  void admitsADeliveryOnceUntilItsResultIsRecorded() {
    WebhookDelivery one = delivery("a");
    assertThat(queues.admit(one, SOON)).isTrue();
    assertThat(queues.admit(one, SOON)).isFalse();

    queues.release(queues.take(NOW).get(0), true);
    assertThat(queues.admit(one, SOON)).isFalse();

    queues.forget(one.id());
    assertThat(queues.admit(one, SOON)).isTrue();
  }

  @Test
  void takesAnAbandonedDeliveryAgain() {
    WebhookDelivery one = delivery("a");
    queues.admit(one, SOON);

    queues.abandon(queues.take(NOW).get(0));

    assertThat(queues.admit(one, SOON)).isTrue();
    assertThat(queues.take(NOW)).containsExactly(one);
  }

  @Test
  void limitsTheLengthOfAQueue() {
    assertThat(admit("a", 10)).isEqualTo(2 + 5);
  }

  @Test
  void keepsHalfOfTheQueuesForClaims() {
    int offered = 0;
    for (int i = 0; i < 20; i++) {
      offered += queues.offer(delivery("host" + i), SOON) ? 1 : 0;
    }

    assertThat(offered).isEqualTo(10);
    assertThat(queues.admit(delivery("another"), SOON)).isTrue();
  }

  @Test
  void letsAClaimTakeAFewOfEachReceiver() {
    admit("a", 3);

    assertThat(queues.capacities(List.of("a:80", "b:80", "c:80", "d:80")))
        .containsExactly(
            Map.entry("a:80", 1), Map.entry("b:80", 4), Map.entry("c:80", 4), Map.entry("d:80", 1));
  }

  @Test
  void dropsADeliveryThatWaitedTooLong() {
    WebhookDelivery late = delivery("a");
    queues.admit(late, NOW);

    assertThat(queues.take(NOW)).isEmpty();
    assertThat(queues.admit(late, NOW)).isTrue();
  }

  @Test
  void givesAFailingReceiverOneDeliveryAtATime() {
    makeFailing("a");

    assertThat(queues.capacities(List.of("a:80"))).containsExactly(Map.entry("a:80", 1));
    assertThat(admit("a", 3)).isEqualTo(1);
    assertThat(queues.capacities(List.of("a:80"))).isEmpty();

    queues.release(queues.take(NOW).get(0), true);
    assertThat(queues.capacities(List.of("a:80"))).containsExactly(Map.entry("a:80", 4));
  }

  @Test
  void dropsWaitingDeliveriesOfAFailingReceiver() {
    admit("a", 7);
    List<WebhookDelivery> first = queues.take(NOW);
    queues.release(first.get(0), false);
    queues.release(first.get(1), false);

    List<WebhookDelivery> second = queues.take(NOW);
    queues.release(second.get(0), false);

    assertThat(second).hasSize(2);
    assertThat(queues.take(NOW)).isEmpty();
    assertThat(queues.clearWaiting()).isEmpty();
  }

  @Test
  void keepsHalfOfThePlacesForReceiversThatAnswer() {
    List<String> failing = List.of("s1", "s2", "s3", "s4", "s5", "s6");
    failing.forEach(this::makeFailing);

    assertThat(queues.capacities(failing.stream().map(host -> host + ":80").toList())).hasSize(4);
    failing.forEach(host -> admit(host, 1));
    assertThat(queues.take(NOW)).hasSize(4);
    admit("a", 2);
    admit("b", 2);
    assertThat(queues.take(NOW)).hasSize(4);
  }

  @Test
  void returnsWaitingDeliveriesWhenThePodStops() throws Exception {
    admit("a", 5);
    List<WebhookDelivery> begun = queues.take(NOW);

    List<UUID> unsent = queues.clearWaiting();

    assertThat(unsent).hasSize(3).doesNotContainAnyElementsOf(ids(begun));
    assertThat(queues.awaitEmpty(Duration.ofMillis(50))).isFalse();
    begun.forEach(delivery -> queues.release(delivery, true));
    ids(begun).forEach(queues::forget);
    assertThat(queues.awaitEmpty(Duration.ofMillis(50))).isTrue();
  }

  private void makeFailing(String host) {
    for (int failure = 0; failure < 3; failure++) {
      WebhookDelivery delivery = delivery(host);
      queues.admit(delivery, SOON);
      queues.release(queues.take(NOW).get(0), false);
      queues.forget(delivery.id());
    }
  }

  private int admit(String host, int count) {
    int admitted = 0;
    for (int i = 0; i < count; i++) {
      admitted += queues.admit(delivery(host), SOON) ? 1 : 0;
    }
    return admitted;
  }

  private static List<UUID> ids(List<WebhookDelivery> deliveries) {
    return deliveries.stream().map(WebhookDelivery::id).toList();
  }

  private static WebhookDelivery delivery(String host) {
    CallbackUrl url = CallbackUrl.parse("http://" + host + "/");
    return new WebhookDelivery(UUID.randomUUID(), 1, OptionalLong.empty(), url, new byte[0], 0);
  }
}
