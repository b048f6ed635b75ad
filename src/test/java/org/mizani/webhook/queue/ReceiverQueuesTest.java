package org.mizani.webhook.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mizani.webhook.TestConfig;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.queue.ReceiverQueues.Ended;
import org.mizani.webhook.queue.WebhookDelivery.ToEndpoint;

class ReceiverQueuesTest {

  private static final Instant NOW = Instant.EPOCH;
  private static final Lease SOON = new Lease(NOW.plusSeconds(1), NOW.plusSeconds(2));
  private static final Lease LATE = new Lease(NOW, NOW.plusSeconds(1));
  private static final Lease ENDED = new Lease(NOW.minusSeconds(1), NOW);
  private static final Duration FAST = Duration.ofMillis(5);
  private static final Duration SLOW = Duration.ofSeconds(2);
  private final ReceiverQueues queues =
      new ReceiverQueues(
          TestConfig.with(
                  Map.of(
                      "limits.in-flight", "16",
                      "limits.in-flight-per-receiver", "2",
                      "limits.in-flight-per-fast-receiver", "3",
                      "limits.waiting", "40",
                      "limits.waiting-per-receiver", "8",
                      "limits.claim", "20",
                      "limits.claim-per-receiver", "8"))
              .limits());

  @Test
  void servesBusinessesInTurnAndOfEachItsReceivers() {
    admit(1, "a", 2);
    admit(1, "b", 2);
    admit(2, "c", 2);

    assertThat(take())
        .extracting(WebhookDelivery::host)
        .containsExactly("a:80", "c:80", "b:80", "c:80", "a:80", "b:80");
  }

  @Test
  void givesAReceiverFewPlacesAtATime() {
    admit(1, "a", 4);

    assertThat(take()).hasSize(2);
    assertThat(take()).isEmpty();
  }

  @Test
  void attemptsThatTakeLongLeaveTheirPlacesToOthersAsManyAgain() {
    Lease lasting = new Lease(NOW.plusSeconds(60), NOW.plusSeconds(60));
    for (int i = 0; i < 40; i++) {
      queues.admit(delivery(1 + i % 20, "hangs"), lasting);
    }
    assertThat(queues.take(NOW).begun()).hasSize(16);
    assertThat(queues.take(NOW.plusMillis(499)).begun()).isEmpty();

    assertThat(queues.take(NOW.plusMillis(500)).begun()).hasSize(16);
    assertThat(queues.take(NOW.plusSeconds(9)).begun()).as("all places are taken").isEmpty();
  }

  @Test
  void attemptsOfABusinessThatTakeLongCountInItsShare() {
    Lease lasting = new Lease(NOW.plusSeconds(60), NOW.plusSeconds(60));
    for (int host = 0; host < 20; host++) {
      queues.admit(delivery(1, "hangs" + host), lasting);
    }
    assertThat(queues.take(NOW).begun()).as("its share of 16").hasSize(6);

    assertThat(queues.take(NOW.plusSeconds(1)).begun()).isEmpty();
  }

  @Test
  void servesTwoBusinessesAtOneHostIndependently() {
    admit(1, "gateway", 4);
    admit(2, "gateway", 4);

    assertThat(take()).extracting(WebhookDelivery::businessId).containsExactly(1L, 2L, 1L, 2L);
  }

  @Test
  void anEndpointIsAReceiverBesideTheCallBacksAtItsHost() {
    WebhookDelivery toEndpoint = toEndpoint(1, "a");
    queues.admit(toEndpoint, SOON);
    queues.admit(toEndpoint(1, "a"), SOON);
    admit(1, "a", 3);

    List<WebhookDelivery> begun = take();

    assertThat(begun).extracting(WebhookDelivery::receiver).contains(receiver("a"));
    assertThat(begun).as("two of each").hasSize(4).contains(toEndpoint);
    assertThat(take()).as("the third call-back waits for a call-back").isEmpty();
  }

  @Test
  void givesAReceiverMorePlacesWhileItAnswersFast() {
    admit(1, "a", 5);

    queues.release(take().get(0), true, FAST, NOW);

    assertThat(take()).as("one under way of three").hasSize(2);
  }

  @Test
  void givesASlowReceiverNoMorePlaces() {
    admit(1, "a", 5);

    queues.release(take().get(0), true, SLOW, NOW);

    assertThat(take()).as("one under way of two").hasSize(1);
  }

  @Test
  void businessesThatComeOneAfterAnotherLeaveThoseThatComeLaterSome() {
    admitToMany(1);
    assertThat(take()).as("as many as are free beside the reserve of four").hasSize(6);

    admitToMany(2);
    assertThat(take()).hasSize(3);

    admitToMany(3);
    assertThat(take()).as("a few of the reserve").hasSize(2);

    admitToMany(4);
    assertThat(take()).hasSize(2);

    admit(5, "healthy", 1);
    assertThat(take()).extracting(WebhookDelivery::host).containsExactly("healthy:80");
  }

  @Test
  void givesAFreedPlaceToTheNextInLine() {
    admit(1, "a", 3);
    List<WebhookDelivery> first = take();

    Ended ended = queues.release(first.get(0), true, SLOW, NOW);

    assertThat(ended.hasRoom()).as("two of the eight that a claim takes").isTrue();
    assertThat(take()).hasSize(1).doesNotContainAnyElementsOf(first);
  }

  @Test
  void hasNoRoomWhileMoreThanHalfOfWhatAClaimTakesIsThere() {
    admit(1, "a", 6);

    assertThat(queues.release(take().get(0), true, SLOW, NOW).hasRoom()).isFalse();
  }

  @Test
  void admitsADeliveryOnceUntilItsResultIsRecorded() {
    WebhookDelivery one = delivery(1, "a");
    assertThat(queues.admit(one, SOON)).isTrue();
    assertThat(queues.admit(one, SOON)).isFalse();

    queues.release(take().get(0), true, FAST, NOW);
    assertThat(queues.admit(one, SOON)).isFalse();

    queues.forget(one);
    assertThat(queues.admit(one, SOON)).isTrue();
  }

  /** It would wait for its lease: a replay begins once the result before it is recorded. */
  @Test
  void admitsAReplayBeforeThePodLearnsThatTheResultIsRecorded() {
    WebhookDelivery one = delivery(1, "a");
    queues.admit(one, SOON);
    queues.release(take().get(0), true, FAST, NOW);

    WebhookDelivery replay = replayOf(one);
    assertThat(queues.holds(replay)).isFalse();
    assertThat(queues.admit(replay, SOON)).isTrue();

    queues.forget(one);
    assertThat(queues.holds(replay)).isTrue();
    assertThat(take()).containsExactly(replay);
  }

  @Test
  void takesAnAbandonedDeliveryAgain() {
    WebhookDelivery one = delivery(1, "a");
    queues.admit(one, SOON);

    queues.abandon(take().get(0));

    assertThat(queues.admit(one, SOON)).isTrue();
    assertThat(take()).containsExactly(one);
  }

  @Test
  void limitsTheLengthOfAQueue() {
    assertThat(admit(1, "a", 10)).isEqualTo(8);
  }

  @Test
  void keepsHalfOfTheQueuesForClaims() {
    long offered =
        IntStream.range(0, 40).filter(i -> queues.offer(delivery(i, "host"), SOON)).count();

    assertThat(offered).isEqualTo(20);
    assertThat(queues.admit(delivery(41, "another"), SOON)).isTrue();
  }

  @Test
  void keepsSomeOfWhatIsOfferedForOtherBusinesses() {
    long offered =
        IntStream.range(0, 40).filter(i -> queues.offer(delivery(1, "host" + i), SOON)).count();

    assertThat(offered).as("as many of 40 as are free beside a reserve of ten").isEqualTo(15);
    assertThat(queues.offer(delivery(2, "another"), SOON)).isTrue();
  }

  @Test
  void letsAClaimTakeAFewOfEachReceiverUpToTheShareOfItsBusiness() {
    admit(1, "a", 3);

    assertThat(capacities("a", "b", "c", "d"))
        .containsExactly(Map.entry(receiver("a"), 5), Map.entry(receiver("b"), 7));
  }

  @Test
  void letsAClaimTakeNoMoreThanIsDue() {
    Map<Receiver, Integer> due = new LinkedHashMap<>();
    for (int host = 0; host < 21; host++) {
      due.put(receiver("host" + host), 1);
    }

    assertThat(queues.capacities(due)).hasSize(15);
    assertThat(queues.capacities(due).values()).containsOnly(1);
  }

  @Test
  void letsAClaimTakeForABusinessUpToItsShare() {
    for (int host = 0; host < 4; host++) {
      admit(1, "host" + host, 5);
    }

    assertThat(capacities("another")).as("20 of 40 wait").isEmpty();
    assertThat(queues.capacities(Map.of(new Receiver(2, "another:80"), 9)))
        .containsExactly(Map.entry(new Receiver(2, "another:80"), 5));
  }

  @Test
  void givesBackADeliveryThatWaitedTooLong() {
    WebhookDelivery late = delivery(1, "a");
    queues.admit(late, LATE);

    ReceiverQueues.Turn turn = queues.take(NOW);

    assertThat(turn.begun()).isEmpty();
    assertThat(turn.unsent()).containsExactly(late.id());
    assertThat(queues.admit(late, SOON)).isTrue();
  }

  @Test
  void forgetsADeliveryWhoseLeaseMayBeAnotherPodsByNow() {
    WebhookDelivery ended = delivery(1, "a");
    queues.admit(ended, ENDED);

    ReceiverQueues.Turn turn = queues.take(NOW);

    assertThat(turn.begun()).isEmpty();
    assertThat(turn.unsent()).isEmpty();
    assertThat(queues.admit(ended, SOON)).isTrue();
  }

  @Test
  void givesAFailingReceiverOneDeliveryAtATime() {
    makeFailing(1, "a");

    assertThat(capacities("a")).containsExactly(Map.entry(receiver("a"), 1));
    assertThat(admit(1, "a", 3)).isEqualTo(1);
    assertThat(capacities("a")).isEmpty();

    queues.release(take().get(0), true, FAST, NOW);
    assertThat(capacities("a")).containsExactly(Map.entry(receiver("a"), 8));
  }

  @Test
  void givesBackWhatWaitsForAReceiverThatFails() {
    admit(1, "a", 5);
    List<WebhookDelivery> first = take();
    queues.release(first.get(0), false, FAST, NOW);
    queues.release(first.get(1), false, FAST, NOW);

    List<WebhookDelivery> second = take();
    Ended ended = queues.release(second.get(0), false, FAST, NOW);

    assertThat(second).hasSize(2);
    assertThat(ended.unsent()).hasSize(1).doesNotContainAnyElementsOf(ids(first));
    assertThat(ended.hasRoom()).isFalse();
    assertThat(take()).isEmpty();
    assertThat(queues.clearWaiting(NOW)).isEmpty();
  }

  @Test
  void keepsHalfOfThePlacesForReceiversThatAnswer() {
    List<Integer> failing = IntStream.rangeClosed(1, 10).boxed().toList();
    failing.forEach(business -> makeFailing(business, "s"));

    assertThat(
            queues.capacities(
                failing.stream()
                    .map(business -> new Receiver(business, "s:80"))
                    .collect(Collectors.toMap(one -> one, one -> 9))))
        .hasSize(8);
    failing.forEach(business -> admit(business, "s", 1));
    assertThat(take()).hasSize(8);
    admit(11, "a", 2);
    admit(12, "b", 2);
    assertThat(take()).hasSize(4);
  }

  @Test
  void aBusinessThatFailsEverywhereHasAShareOfHalfOfThePlaces() {
    for (int name = 0; name < 16; name++) {
      WebhookDelivery delivery = delivery(1, "name" + name);
      queues.admit(delivery, SOON);
      queues.release(take().get(0), false, SLOW, NOW);
    }

    int admitted = IntStream.range(16, 40).map(name -> admit(1, "name" + name, 2)).sum();

    assertThat(admitted).as("its share of half of 16, one of each receiver").isEqualTo(3);
  }

  @Test
  void givesBackWhatWaitsForAllReceiversOfABusinessThatFails() {
    admit(1, "hanging", 3);
    List<WebhookDelivery> hanging = take();
    List<UUID> unsent = new ArrayList<>();
    for (int name = 0; name < 16; name++) {
      queues.admit(delivery(1, "name" + name), SOON);
      unsent.addAll(queues.release(take().get(0), false, SLOW, NOW).unsent());
    }

    assertThat(unsent).hasSize(1).doesNotContainAnyElementsOf(ids(hanging));
  }

  @Test
  void returnsWaitingDeliveriesWhenThePodStops() throws Exception {
    admit(1, "a", 5);
    List<WebhookDelivery> begun = take();

    List<UUID> unsent = queues.clearWaiting(NOW);

    assertThat(unsent).hasSize(3).doesNotContainAnyElementsOf(ids(begun));
    assertThat(queues.awaitEmpty(Duration.ofMillis(50))).isFalse();
    begun.forEach(delivery -> queues.release(delivery, true, FAST, NOW));
    begun.forEach(queues::forget);
    assertThat(queues.awaitEmpty(Duration.ofMillis(50))).isTrue();
  }

  private List<WebhookDelivery> take() {
    return queues.take(NOW).begun();
  }

  private Map<Receiver, Integer> capacities(String... hosts) {
    Map<Receiver, Integer> due = new LinkedHashMap<>();
    List.of(hosts).forEach(host -> due.put(receiver(host), 9));
    return queues.capacities(due);
  }

  private void makeFailing(long business, String host) {
    for (int failure = 0; failure < 3; failure++) {
      WebhookDelivery delivery = delivery(business, host);
      queues.admit(delivery, SOON);
      queues.release(take().get(0), false, FAST, NOW);
      queues.forget(delivery);
    }
  }

  private void admitToMany(long business) {
    List<Integer> admitted = new ArrayList<>();
    for (int host = 0; host < 8; host++) {
      admitted.add(admit(business, "host" + host, 2));
    }
    assertThat(admitted).containsOnly(2);
  }

  private int admit(long business, String host, int count) {
    int admitted = 0;
    for (int i = 0; i < count; i++) {
      admitted += queues.admit(delivery(business, host), SOON) ? 1 : 0;
    }
    return admitted;
  }

  private static List<UUID> ids(List<WebhookDelivery> deliveries) {
    return deliveries.stream().map(WebhookDelivery::id).toList();
  }

  private static Receiver receiver(String host) {
    return new Receiver(1, host + ":80");
  }

  private static WebhookDelivery toEndpoint(long business, String host) {
    return delivery(
        business, host, Optional.of(new ToEndpoint(new UUID(0, 1), false, Optional.empty())));
  }

  private static WebhookDelivery delivery(long business, String host) {
    return delivery(business, host, Optional.empty());
  }

  private static WebhookDelivery replayOf(WebhookDelivery one) {
    return new WebhookDelivery(
        one.id(),
        one.businessId(),
        one.apiKeyId(),
        one.endpoint(),
        one.url(),
        one.body(),
        0,
        one.replays() + 1);
  }

  private static WebhookDelivery delivery(
      long business, String host, Optional<ToEndpoint> endpoint) {
    CallbackUrl url = CallbackUrl.parse("http://" + host + "/");
    return new WebhookDelivery(
        UUID.randomUUID(), business, OptionalLong.empty(), endpoint, url, new byte[0], 0, 0);
  }
}
