package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.rail.RailAway;

class RailPaceTest {

  private static final Duration LONGEST_PUT_OFF = Duration.ofSeconds(30);

  private final MovableTimer timer = new MovableTimer();

  /** Calls that have begun and are not answered yet. */
  private final List<UniEmitter<? super String>> underWay = new CopyOnWriteArrayList<>();

  @Test
  void anAnswerGivesTheNextCallItsTurn() {
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
  void aCallThatWaitsTooLongIsPutOffUnsent() {
    RailPace pace = pace(1, Duration.ofMillis(50));
    call(pace);
    CompletableFuture<String> second = call(pace);

    timer.move(Duration.ofMillis(49));
    assertThat(second).isNotDone();
    timer.move(Duration.ofMillis(1));

    assertThat(putOff(second)).isEqualTo(Duration.ofMillis(100));
    assertThat(underWay).hasSize(1);
  }

  @Test
  void noCallIsPutOffLongerThanTheSetting() {
    RailPace pace = pace(1, Duration.ofSeconds(20));
    call(pace);
    CompletableFuture<String> second = call(pace);

    timer.move(Duration.ofSeconds(20));

    assertThat(putOff(second)).isEqualTo(LONGEST_PUT_OFF);
  }

  @Test
  void excessCallsArePutOffAtOnceInTurn() {
    RailPace pace = pace(1, Duration.ofSeconds(1));
    pace.limit(Duration.ofMillis(500));
    call(pace);
    call(pace);
    List<Duration> waits = Stream.generate(() -> putOff(call(pace))).limit(3).toList();

    assertThat(waits)
        .containsExactly(Duration.ofMillis(1500), Duration.ofMillis(2000), Duration.ofMillis(2500));
  }

  @Test
  void asManyCallsWaitAsGetTheirTurnInTime() {
    RailPace pace = pace(2, Duration.ofSeconds(1));
    for (int i = 0; i < 100; i++) {
      call(pace);
      timer.move(Duration.ofMillis(50));
      underWay.remove(0).complete("answer");
    }
    call(pace);
    call(pace);

    // Two at once take 50 ms, so forty get their turn within a second.
    List<CompletableFuture<String>> waiting = Stream.generate(() -> call(pace)).limit(38).toList();
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    List<CompletableFuture<String>> beyond = Stream.generate(() -> call(pace)).limit(20).toList();

    assertThat(beyond).filteredOn(CompletableFuture::isDone).hasSize(18);
    assertThat(putOff(beyond.get(19))).isEqualTo(Duration.ofMillis(1000 + 18 * 25));
  }

  /** Such as those that an open breaker refuses. */
  @Test
  void callsThatWereNotMadeChangeNothing() {
    RailPace pace = pace(8, Duration.ofSeconds(1));

    for (int i = 0; i < 100; i++) {
      fail(pace, RailAway.notCalled("net", Duration.ofSeconds(1)));
    }

    assertThat(pace.window()).isEqualTo(8);
    Stream.generate(() -> call(pace)).limit(8 + 8).forEach(call -> assertThat(call).isNotDone());
    assertThat(putOff(call(pace))).isEqualTo(Duration.ofMillis(1000 + 125));
  }

  @Test
  void fewerWaitWhileTheNetworkTakesFewer() {
    RailPace pace = pace(16, Duration.ofSeconds(1));
    CompletableFuture<String> first = call(pace);
    timer.move(Duration.ofMillis(100));
    underWay.remove(0).complete("answer");
    assertThat(first).isCompleted();
    for (int i = 0; i < 3; i++) {
      fail(pace, RailAway.notTaken("net", Duration.ofSeconds(1)));
    }
    assertThat(pace.window()).isEqualTo(2);

    // Two at once take 100 ms: twenty get their turn within a second.
    Stream.generate(() -> call(pace)).limit(2 + 20).forEach(call -> assertThat(call).isNotDone());
    assertThat(putOff(call(pace))).isEqualTo(Duration.ofMillis(1000 + 50));
  }

  private static void fail(RailPace pace, RailAway failure) {
    assertThatThrownBy(
            () -> pace.inTurn(() -> Uni.createFrom().failure(failure)).await().atMost(PATIENCE))
        .isSameAs(failure);
  }

  @Test
  void callsBeginAtTheRateOfTheNetwork() {
    RailPace pace = pace(64, Duration.ofSeconds(5));
    pace.limit(Duration.ofMillis(20));
    AtomicInteger begun = new AtomicInteger();

    List<CompletableFuture<String>> calls =
        IntStream.range(0, 50)
            .mapToObj(
                i ->
                    pace.inTurn(
                            () -> {
                              begun.incrementAndGet();
                              return Uni.createFrom().item("answer");
                            })
                        .subscribeAsCompletionStage())
            .toList();

    // The first five calls begin at once, each further one after 20 ms.
    for (int expected = 5; expected < 50; expected++) {
      assertThat(begun).hasValue(expected);
      timer.move(Duration.ofMillis(19));
      assertThat(begun).hasValue(expected);
      timer.move(Duration.ofMillis(1));
    }
    assertThat(calls).allMatch(CompletableFuture::isDone);
  }

  @Test
  void afterAnOutageEachAnswerAdmitsOneMoreCall() {
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
  void aRefusalForALimitHalvesTheWindow() {
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
  void aPartThatIsAwayIsCountedAndThrottlesNoOther() {
    RailPace pace = pace(8, Duration.ofSeconds(5));

    fail(pace, RailAway.partlyAway("net", Duration.ofSeconds(1)));
    fail(pace, RailAway.notTaken("net", Duration.ofSeconds(1)));

    assertThat(pace.partlyAway()).isEqualTo(1);
    assertThat(pace.window()).isEqualTo(4);
  }

  @Test
  void callsThatEndAsTheyBeginLeaveOneAfterTheOther() {
    RailPace pace = pace(1, Duration.ofSeconds(5));
    call(pace);
    timer.move(Duration.ofMillis(1));
    underWay.remove(0).complete("a quick answer, so that many may wait");
    call(pace);
    List<CompletableFuture<String>> waiting =
        IntStream.range(0, 4000).mapToObj(i -> pausedCall(pace)).toList();
    assertThat(waiting).noneMatch(CompletableFuture::isDone);

    underWay.remove(0).complete("answer");

    assertThat(waiting).allMatch(CompletableFuture::isCompletedExceptionally);
    CompletableFuture<String> next = call(pace);
    underWay.remove(0).complete("answer");
    assertThat(next).succeedsWithin(PATIENCE);
  }

  /** A call that the rail's pause ends at once, when its turn has come. */
  private static CompletableFuture<String> pausedCall(RailPace pace) {
    return pace.inTurn(
            () ->
                Uni.createFrom()
                    .<String>failure(() -> RailAway.notCalled("rail", Duration.ofSeconds(1))))
        .subscribeAsCompletionStage();
  }

  @Test
  void anErrorOfOneCallDoesNotKeepTheOthersFromTheirTurns() {
    RailPace pace = pace(2, Duration.ofSeconds(5));
    pace.startSlowly();
    call(pace);
    timer.move(Duration.ofMillis(1));
    underWay.remove(0).complete("a quick answer, so that some may wait");
    pace.startSlowly();
    call(pace);
    pace.inTurn(() -> Uni.createFrom().item("an answer at once"))
        .subscribe()
        .withSubscriber(new FailingSubscriber());
    CompletableFuture<String> next = call(pace);
    assertThat(underWay).hasSize(1);

    underWay.remove(0).complete("answer");

    assertThat(underWay).as("the next call's turn, in the same moment").hasSize(1);
    CompletableFuture<String> last = call(pace);
    assertThat(underWay).as("the place of the call that failed is free").hasSize(2);
    underWay.forEach(call -> call.complete("answer"));
    assertThat(next).succeedsWithin(PATIENCE);
    assertThat(last).succeedsWithin(PATIENCE);
  }

  /** Subscriber that an answer makes fail as a stack does that overflows. */
  private static final class FailingSubscriber implements UniSubscriber<String> {

    @Override
    public void onSubscribe(UniSubscription subscription) {
      // The answer comes at once.
    }

    @Override
    public void onItem(String answer) {
      throw new StackOverflowError();
    }

    @Override
    public void onFailure(Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void failedCallsFreeTheirPlaces() {
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

  /** Returns the time for which a call was put off. */
  private static Duration putOff(CompletableFuture<String> call) {
    assertThat(call).isCompletedExceptionally();
    return ((RailAway) call.handle((answer, away) -> away).join()).retryAfter();
  }

  private RailPace pace(int mostUnderWay, Duration turnWithin) {
    PacingConfig config =
        new PacingConfig() {
          @Override
          public Duration turnWithin() {
            return turnWithin;
          }

          @Override
          public Duration putOff() {
            return LONGEST_PUT_OFF;
          }

          @Override
          public Duration lookEvery() {
            return Duration.ofSeconds(2);
          }
        };
    return new RailPace("net", mostUnderWay, config, timer);
  }

  /** Timer that a test moves, and that runs tasks when their time comes. */
  private static final class MovableTimer implements PaceTimer {

    private record Task(long at, Runnable action) {}

    private final List<Task> tasks = new ArrayList<>();

    /** Negative at first, as on machines with clocks that begin below zero. */
    private long now = Duration.ofHours(-1).toNanos();

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void after(long nanos, Runnable task) {
      tasks.add(new Task(now + nanos, task));
    }

    void move(Duration time) {
      long end = now + time.toNanos();
      Optional<Task> next = nextUntil(end);
      while (next.isPresent()) {
        now = next.get().at();
        tasks.remove(next.get());
        next.get().action().run();
        next = nextUntil(end);
      }
      now = end;
    }

    private Optional<Task> nextUntil(long end) {
      return tasks.stream()
          .filter(task -> task.at() <= end)
          .min(Comparator.comparingLong(Task::at));
    }
  }
}
