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
  private final ReceiverQueues lanes =
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

    assertThat(lanes.take(NOW))
        .extracting(Leased::host)
        .containsExactly("a:80", "b:80", "a:80", "b:80");
  }

  @Test
  void giveAReceiverFewPlacesAtATime() {
    admit("a", 4);

    assertThat(lanes.take(NOW)).hasSize(2);
    assertThat(lanes.take(NOW)).isEmpty();
  }

  @Test
  void boundsThePlacesInAll() {
    for (int host = 0; host < 6; host++) {
      admit("host" + host, 2);
    }

    assertThat(lanes.take(NOW)).hasSize(8);
  }

  @Test
  void givesAFreedPlaceToTheNextInLine() {
    admit("a", 3);
    List<Leased> first = lanes.take(NOW);

    boolean drained = lanes.release(first.get(0), true);

    assertThat(drained).isFalse();
    assertThat(lanes.take(NOW)).hasSize(1).doesNotContainAnyElementsOf(first);
  }

  @Test
  void saysWhenALaneIsDrained() {
    admit("a", 1);

    assertThat(lanes.release(lanes.take(NOW).get(0), true)).isTrue();
  }

  @Test
  void takesNothingTwiceUntilItsResultIsRecorded() {
    Leased one = leased("a");
    assertThat(lanes.admit(one)).isTrue();
    assertThat(lanes.admit(one)).isFalse();

    lanes.release(lanes.take(NOW).get(0), true);
    assertThat(lanes.admit(one)).isFalse();

    lanes.forget(one.id());
    assertThat(lanes.admit(one)).isTrue();
  }

  @Test
  void takesAnAbandonedDeliveryAgain() {
    Leased one = leased("a");
    lanes.admit(one);

    lanes.abandon(lanes.take(NOW).get(0));

    assertThat(lanes.admit(one)).isTrue();
    assertThat(lanes.take(NOW)).containsExactly(one);
  }

  @Test
  void boundsALane() {
    assertThat(admit("a", 10)).isEqualTo(2 + 5);
  }

  @Test
  void leavesHalfOfTheWaitingRoomToClaims() {
    int offered = 0;
    for (int i = 0; i < 20; i++) {
      offered += lanes.offer(leased("host" + i)) ? 1 : 0;
    }

    assertThat(offered).isEqualTo(10);
    assertThat(lanes.admit(leased("another"))).isTrue();
  }

  @Test
  void letsAClaimTakeAFewOfEachReceiver() {
    admit("a", 3);

    assertThat(lanes.rooms(List.of("a:80", "b:80", "c:80", "d:80")))
        .containsExactly(
            Map.entry("a:80", 1), Map.entry("b:80", 4), Map.entry("c:80", 4), Map.entry("d:80", 1));
  }

  @Test
  void dropsWhatHasWaitedTooLong() {
    Leased late = new Leased(leased("a").delivery(), NOW);
    lanes.admit(late);

    assertThat(lanes.take(NOW)).isEmpty();
    assertThat(lanes.admit(late)).isTrue();
  }

  @Test
  void givesASuspectOneDeliveryAtATimeUntilOneSucceeds() {
    makeSuspect("a");

    assertThat(lanes.rooms(List.of("a:80"))).containsExactly(Map.entry("a:80", 1));
    assertThat(admit("a", 3)).isEqualTo(1);
    assertThat(lanes.rooms(List.of("a:80"))).isEmpty();

    lanes.release(lanes.take(NOW).get(0), true);
    assertThat(lanes.rooms(List.of("a:80"))).containsExactly(Map.entry("a:80", 4));
  }

  @Test
  void letsGoOfWhatWaitsForAReceiverThatBecomesSuspect() {
    admit("a", 7);
    List<Leased> first = lanes.take(NOW);
    lanes.release(first.get(0), false);
    lanes.release(first.get(1), false);

    List<Leased> second = lanes.take(NOW);
    lanes.release(second.get(0), false);

    assertThat(second).hasSize(2);
    assertThat(lanes.take(NOW)).isEmpty();
    assertThat(lanes.clearWaiting()).isEmpty();
  }

  @Test
  void leavesHalfOfThePlacesToReceiversThatAnswer() {
    List<String> suspects = List.of("s1", "s2", "s3", "s4", "s5", "s6");
    suspects.forEach(this::makeSuspect);

    assertThat(lanes.rooms(suspects.stream().map(host -> host + ":80").toList())).hasSize(4);
    suspects.forEach(host -> admit(host, 1));
    assertThat(lanes.take(NOW)).hasSize(4);
    admit("a", 2);
    admit("b", 2);
    assertThat(lanes.take(NOW)).hasSize(4);
  }

  @Test
  void handsOutWhatWaitsWhenThePodStops() throws Exception {
    admit("a", 5);
    List<Leased> begun = lanes.take(NOW);

    List<UUID> unsent = lanes.clearWaiting();

    assertThat(unsent).hasSize(3).doesNotContainAnyElementsOf(ids(begun));
    assertThat(lanes.awaitEmpty(Duration.ofMillis(50))).isFalse();
    begun.forEach(leased -> lanes.release(leased, true));
    ids(begun).forEach(lanes::forget);
    assertThat(lanes.awaitEmpty(Duration.ofMillis(50))).isTrue();
  }

  private void makeSuspect(String host) {
    for (int failure = 0; failure < 3; failure++) {
      Leased leased = leased(host);
      lanes.admit(leased);
      lanes.release(lanes.take(NOW).get(0), false);
      lanes.forget(leased.id());
    }
  }

  private int admit(String host, int count) {
    int admitted = 0;
    for (int i = 0; i < count; i++) {
      admitted += lanes.admit(leased(host)) ? 1 : 0;
    }
    return admitted;
  }

  private static List<UUID> ids(List<Leased> leased) {
    return leased.stream().map(Leased::id).toList();
  }

  private static Leased leased(String host) {
    CallbackUrl url = CallbackUrl.parse("http://" + host + "/");
    WebhookDelivery delivery =
        new WebhookDelivery(UUID.randomUUID(), 1, OptionalLong.empty(), url, new byte[0], 0);
    return new Leased(delivery, NOW.plusSeconds(1));
  }
}
