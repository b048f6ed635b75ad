package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mizani.rail.RailAway;

class RailPaceTest {

  /** Calls that were let in and are not answered yet. */
  private final List<UniEmitter<? super String>> underWay = new CopyOnWriteArrayList<>();

  @Test
  void soManyAreUnderWayAndTheNextGetsItsTurnWithAnAnswer() {
    RailPace pace = pace(2, Duration.ofSeconds(5));
    call(pace);
    call(pace);
    CompletableFuture<String> third = call(pace);
    assertThat(underWay).hasSize(2);

    underWay.remove(0).complete("answer");

    assertThat(underWay).hasSize(2);
    underWay.forEach(call -> call.complete("answer"));
    assertThat(third).succeedsWithin(PATIENCE);
  }

  @Test
  void turnsComeInTheOrderOfArrival() {
    RailPace pace = pace(3, Duration.ofSeconds(5));
    pace.startSlowly();
    call(pace);
    List<Integer> begun = new ArrayList<>();
    IntStream.of(1, 2, 3)
        .forEach(
            number ->
                pace.inTurn(
                        () -> {
                          begun.add(number);
                          return Uni.createFrom().<String>emitter(underWay::add);
                        })
                    .subscribe()
                    .with(answer -> {}));
    assertThat(begun).isEmpty();

    underWay.remove(0).complete("answer");
    assertThat(begun).containsExactly(1, 2);

    underWay.remove(0).complete("answer");
    assertThat(begun).containsExactly(1, 2, 3);
  }

  @Test
  void whoeverWaitsTooLongIsPutOffAndWasNotCalled() {
    RailPace pace = pace(1, Duration.ofMillis(50));
    call(pace);

    assertThatThrownBy(() -> await(pace))
        .isInstanceOfSatisfying(
            RailAway.class,
            away ->
                assertThat(away.retryAfter())
                    .isBetween(Duration.ofMillis(50), Duration.ofSeconds(30)));
    assertThat(underWay).hasSize(1);
  }

  @Test
  void thoseThatAreTooManyArePutOffAtOnceOneAfterTheOther() {
    RailPace pace = pace(1, Duration.ofSeconds(1));
    pace.limit(Duration.ofMillis(500));
    call(pace);
    call(pace);
    List<Duration> waits =
        IntStream.range(0, 3)
            .mapToObj(
                i -> {
                  try {
                    await(pace);
                    throw new AssertionError("called");
                  } catch (RailAway away) {
                    return away.retryAfter();
                  }
                })
            .toList();

    assertThat(waits.get(1).minus(waits.get(0)))
        .isBetween(Duration.ofMillis(300), Duration.ofMillis(600));
    assertThat(waits.get(2)).isGreaterThan(waits.get(1));
  }

  @Test
  void noMoreBeginInASecondThanTheNetworkTakes() {
    RailPace pace = pace(64, Duration.ofSeconds(5));
    pace.limit(Duration.ofMillis(20));
    long begin = System.nanoTime();

    List<CompletableFuture<String>> calls =
        IntStream.range(0, 50)
            .mapToObj(
                i ->
                    pace.inTurn(() -> Uni.createFrom().item("answer")).subscribeAsCompletionStage())
            .toList();
    calls.forEach(call -> assertThat(call).succeedsWithin(PATIENCE));

    // The first five at once, the others one each 20 ms.
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(Duration.ofMillis(850), Duration.ofSeconds(3));
  }

  @Test
  void afterAnOutageOneIsLetInAndEachAnswerLetsOneMoreIn() {
    RailPace pace = pace(8, Duration.ofSeconds(5));
    pace.startSlowly();
    IntStream.range(0, 8).forEach(i -> call(pace));
    assertThat(underWay).hasSize(1);

    underWay.remove(0).complete("answer");
    assertThat(underWay).hasSize(2);
    underWay.remove(0).complete("answer");
    underWay.remove(0).complete("answer");
    assertThat(underWay).hasSize(4);
  }

  @Test
  void aRefusalForALimitHalvesWhatIsUnderWay() {
    RailPace pace = pace(8, Duration.ofSeconds(5));

    assertThatThrownBy(
            () ->
                pace.inTurn(
                        () ->
                            Uni.createFrom()
                                .failure(RailAway.notTaken("net", Duration.ofSeconds(1))))
                    .await()
                    .atMost(PATIENCE))
        .isInstanceOf(RailAway.class);

    assertThat(pace.window()).isEqualTo(4);
  }

  @Test
  void callsThatFailLeaveTheirPlaces() {
    RailPace pace = pace(1, Duration.ofSeconds(5));
    AtomicInteger calls = new AtomicInteger();

    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(
              () ->
                  pace.inTurn(
                          () -> {
                            calls.incrementAndGet();
                            throw new IllegalStateException("broken");
                          })
                      .await()
                      .atMost(PATIENCE))
          .isInstanceOf(IllegalStateException.class);
    }

    assertThat(calls).hasValue(100);
  }

  private CompletableFuture<String> call(RailPace pace) {
    return pace.inTurn(() -> Uni.createFrom().<String>emitter(underWay::add))
        .subscribeAsCompletionStage();
  }

  private String await(RailPace pace) {
    return pace.inTurn(() -> Uni.createFrom().<String>emitter(underWay::add))
        .await()
        .atMost(PATIENCE);
  }

  private static RailPace pace(int mostUnderWay, Duration turnWithin) {
    PacingConfig config =
        new PacingConfig() {
          @Override
          public Duration turnWithin() {
            return turnWithin;
          }

          @Override
          public Duration putOff() {
            return Duration.ofSeconds(30);
          }

          @Override
          public Duration lookEvery() {
            return Duration.ofSeconds(2);
          }
        };
    return new RailPace("net", mostUnderWay, config, System::nanoTime);
  }
}
