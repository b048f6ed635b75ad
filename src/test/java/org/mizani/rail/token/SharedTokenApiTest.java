package org.mizani.rail.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.rail.token.SharedToken.IssuedToken;
import org.mizani.rail.token.SharedToken.NoToken;
import org.mizani.rail.token.SharedToken.TokenRefused;
import org.mizani.support.MovableClock;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Pods that share a network's token. Each new token ends the previous one. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SharedTokenApiTest {

  /** Longest wait of a pod in tests in which it waits in vain. */
  private static final Duration SHORT = Duration.ofMillis(200);

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  @Inject TokenStore store;
  @Inject Rows rows;

  private final AtomicInteger issued = new AtomicInteger();
  private final AtomicReference<String> valid = new AtomicReference<>("");
  private final MovableClock clock = new MovableClock();
  private String rail;
  private Duration lasts;

  @BeforeEach
  void resetRail() {
    rail = "test-" + UUID.randomUUID();
    lasts = Duration.ofHours(1);
    issued.set(0);
  }

  @Test
  void podsThatBeginTogetherAskForOneToken() {
    List<SharedToken> pods = IntStream.range(0, 4).mapToObj(i -> pod()).toList();

    List<Uni<String>> calls =
        IntStream.range(0, 40).mapToObj(i -> pods.get(i % 4).with(this::call)).toList();

    assertThat(Uni.join().all(calls).andFailFast().await().atMost(PATIENCE))
        .containsOnly("token-1");
    assertThat(issued).hasValue(1);
  }

  @Test
  void allPodsReplaceAnEndedTokenOnce() {
    SharedToken one = pod();
    SharedToken other = pod();
    assertThat(await(one.with(this::call))).isEqualTo("token-1");
    assertThat(await(other.with(this::call))).isEqualTo("token-1");
    valid.set("of somebody else");

    List<Uni<String>> calls =
        IntStream.range(0, 20).mapToObj(i -> (i % 2 == 0 ? one : other).with(this::call)).toList();

    assertThat(Uni.join().all(calls).andFailFast().await().atMost(PATIENCE))
        .containsOnly("token-2");
    assertThat(issued).hasValue(2);
  }

  @Test
  void aRefusedTokenIsReplacedOnlyOncePerCall() {
    SharedToken pod = pod();
    AtomicInteger calls = new AtomicInteger();

    assertThatThrownBy(
            () ->
                await(
                    pod.with(
                        token -> {
                          calls.incrementAndGet();
                          return Uni.createFrom().failure(new TokenRefused());
                        })))
        .isInstanceOf(TokenRefused.class);

    assertThat(calls).hasValue(2);
    assertThat(issued).hasValue(2);
  }

  @Test
  void aTokenIsReplacedBeforeItEnds() {
    lasts = Duration.ofSeconds(30);
    SharedToken pod = pod();

    assertThat(await(pod.with(this::call))).isEqualTo("token-1");
    assertThat(await(pod.with(this::call))).isEqualTo("token-2");
  }

  @Test
  void anotherPodAsksAtOnceAfterAFailedRequest() {
    SharedToken broken =
        pod(() -> Uni.createFrom().failure(new IllegalStateException("down")), PATIENCE);
    assertThatThrownBy(() -> await(broken.with(this::call))).hasMessage("down");

    assertThat(await(pod().with(this::call))).isEqualTo("token-1");
  }

  @Test
  void callsFailWhileADeadPodHoldsTheRefresh() {
    SharedToken pod = pod(this::issue, SHORT);
    await(store.read(rail));
    assertThat(await(store.takeRefresh(rail, 0))).isTrue();
    rows.execute(
        "UPDATE rail_token SET refreshing_until = now() + interval '1 day' WHERE application = $1",
        rail);

    assertThatThrownBy(() -> await(pod.with(this::call))).isInstanceOf(NoToken.class);

    assertThat(issued).hasValue(0);
  }

  @Test
  void anotherPodAsksAtOnceAfterATimeout() {
    SharedToken waiting = pod(() -> Uni.createFrom().nothing(), SHORT);
    assertThatThrownBy(() -> await(waiting.with(this::call))).isInstanceOf(NoToken.class);

    assertThat(
            rows.count(
                "SELECT count(*) FROM rail_token WHERE application = $1 AND refreshing_until IS NULL",
                rail))
        .isOne();
    assertThat(await(pod().with(this::call))).isEqualTo("token-1");
  }

  /** Another pod has the refresh for as long as a pod waits: nothing of its wait is left then. */
  @Test
  void theWaitsForAnotherPodAndForTheNetworkAreOneWait() {
    AtomicInteger asked = new AtomicInteger();
    SharedToken pod =
        podOfADay(
            () -> {
              asked.incrementAndGet();
              return Uni.createFrom().nothing();
            });
    takeRefresh();
    var call = begin(pod);

    clock.move(DAY);
    await(store.giveUpRefresh(rail, 0));

    assertThatThrownBy(() -> result(call)).hasCauseInstanceOf(NoToken.class);
    assertThat(asked).hasValue(0);
  }

  /** A clock that was wrong: the wait does not take an hour longer. */
  @Test
  void aWaitEndsInTimeThoughTheClockIsSetBack() {
    SharedToken pod = podOfADay(this::issue);
    takeRefresh();
    var call = begin(pod);

    clock.set(clock.instant().minus(HOUR));
    clock.move(DAY);

    assertThatThrownBy(() -> result(call)).hasCauseInstanceOf(NoToken.class);
    assertThat(issued).hasValue(0);
  }

  @Test
  void aWaitGoesOnThoughTheClockIsSetForward() throws Exception {
    SharedToken pod = podOfADay(this::issue);
    takeRefresh();
    var call = begin(pod);

    clock.set(clock.instant().plus(DAY));
    await(store.giveUpRefresh(rail, 0));

    assertThat(result(call)).isEqualTo("token-1");
  }

  /** The token's end is a time of the day, which pods that start later compare too. */
  @Test
  void aTokenEndsByTheClock() {
    SharedToken pod = podOfADay(this::issue);
    assertThat(await(pod.with(this::call))).isEqualTo("token-1");

    clock.set(clock.instant().plus(lasts));

    assertThat(await(pod.with(this::call))).isEqualTo("token-2");
  }

  /** The first token takes all of the time, and the network refuses it. */
  @Test
  void theWaitsForTheFirstTokenAndForTheNextAreOneWait() {
    AtomicInteger asked = new AtomicInteger();
    SharedToken pod =
        podOfADay(() -> asked.incrementAndGet() == 1 ? issueIn(DAY) : Uni.createFrom().nothing());

    assertThatThrownBy(() -> await(pod.with(token -> Uni.createFrom().failure(new TokenRefused()))))
        .isInstanceOf(NoToken.class);

    assertThat(asked).hasValue(1);
  }

  /** Else a network that is slow to refuse a token would never be asked for another one. */
  @Test
  void theTimeOfTheCallIsNoWaitForAToken() {
    SharedToken pod = podOfADay(this::issue);
    assertThat(await(pod.with(this::call))).isEqualTo("token-1");
    valid.set("of somebody else");

    String token =
        await(
            pod.with(
                bearer -> {
                  clock.move(DAY);
                  return call(bearer);
                }));

    assertThat(token).isEqualTo("token-2");
  }

  /** A pod that waits a day for a token. */
  private SharedToken podOfADay(Supplier<Uni<IssuedToken>> issuer) {
    lasts = DAY.multipliedBy(9);
    return new SharedToken(rail, store, issuer, clock, clock::nanos, DAY);
  }

  /** Another pod has the refresh. */
  private void takeRefresh() {
    await(store.read(rail));
    assertThat(await(store.takeRefresh(rail, 0))).isTrue();
  }

  /** A call whose wait has begun. */
  private CompletableFuture<String> begin(SharedToken pod) {
    return pod.with(this::call).subscribeAsCompletionStage();
  }

  private static String result(CompletableFuture<String> call) throws Exception {
    return call.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A token that is issued so much later by the pod's clock. */
  private Uni<IssuedToken> issueIn(Duration time) {
    return issue().invoke(issued -> clock.move(time));
  }

  @Test
  void theStoredTokenIsEncrypted() {
    await(pod().with(this::call));

    assertThat(
            rows.count(
                "SELECT count(*) FROM rail_token WHERE application = $1"
                    + " AND position('token-1'::bytea IN token_encrypted) = 0",
                rail))
        .isOne();
  }

  private SharedToken pod() {
    return pod(this::issue, PATIENCE);
  }

  private SharedToken pod(Supplier<Uni<IssuedToken>> issuer, Duration patience) {
    return new SharedToken(rail, store, issuer, InstantSource.system(), patience);
  }

  private Uni<IssuedToken> issue() {
    return Uni.createFrom()
        .item(() -> "token-" + issued.incrementAndGet())
        .invoke(valid::set)
        .map(token -> new IssuedToken(token, lasts))
        .onItem()
        .delayIt()
        .by(Duration.ofMillis(50));
  }

  private Uni<String> call(String token) {
    return token.equals(valid.get())
        ? Uni.createFrom().item(token)
        : Uni.createFrom().failure(new TokenRefused());
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
