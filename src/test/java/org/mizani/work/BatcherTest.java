package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatcherTest {

  record Limits(int maxBatch, int maxRunning, Duration beside, int maxQueued, Duration maxWait)
      implements BatchSettings {

    Limits(int maxBatch, int maxRunning, int maxQueued, Duration maxWait) {
      this(maxBatch, maxRunning, Duration.ZERO, maxQueued, maxWait);
    }
  }

  /** Batch that was given to the work, with the emitter of its answer. */
  private record Batch(List<Integer> items, UniEmitter<? super List<String>> answer) {

    void succeed() {
      answer.complete(items.stream().map(item -> "done " + item).toList());
    }
  }

  private final MovedClock clock = new MovedClock();
  private final List<Batch> batches = new CopyOnWriteArrayList<>();

  private Batcher<Integer, String> batcher(Limits limits) {
    return batcher(limits, Duration.ZERO);
  }

  private Batcher<Integer, String> batcher(Limits limits, Duration gather) {
    return new Batcher<>(
        limits,
        gather,
        Optional.empty(),
        failure -> failure instanceof IllegalArgumentException,
        (items, lockWait) ->
            Uni.createFrom().emitter(answer -> batches.add(new Batch(items, answer))),
        clock);
  }

  @Test
  void anItemAtAnIdleBatcherGoesAtOnceAlone() {
    Batcher<Integer, String> batcher = batcher(new Limits(10, 1, 10, PATIENCE));

    CompletableFuture<String> result = submit(batcher, 1);
    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1));
    batches.get(0).succeed();

    assertThat(result).isCompletedWithValue("done 1");
  }

  @Test
  void itemsThatArriveMeanwhileShareABatch() {
    Batcher<Integer, String> batcher = batcher(new Limits(10, 1, 10, PATIENCE));
    submit(batcher, 1);

    List<CompletableFuture<String>> waiting =
        IntStream.rangeClosed(2, 6).mapToObj(item -> submit(batcher, item)).toList();
    batches.get(0).succeed();
    batches.get(1).succeed();

    assertThat(batches)
        .extracting(Batch::items)
        .containsExactly(List.of(1), List.of(2, 3, 4, 5, 6));
    for (int i = 0; i < waiting.size(); i++) {
      assertThat(waiting.get(i)).isCompletedWithValue("done " + (i + 2));
    }
  }

  @Test
  void itemsGatherForTheConfiguredTime() {
    Batcher<Integer, String> batcher =
        batcher(new Limits(10, 1, 10, PATIENCE), Duration.ofMillis(100));

    IntStream.rangeClosed(1, 3).forEach(item -> submit(batcher, item));

    clock.pass(Duration.ofMillis(99));
    assertThat(batches).isEmpty();
    clock.pass(Duration.ofMillis(1));
    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1, 2, 3));
  }

  @Test
  void aFullBatchGathersNoLonger() {
    Batcher<Integer, String> batcher =
        batcher(new Limits(2, 2, 10, PATIENCE), Duration.ofSeconds(1));

    IntStream.rangeClosed(1, 4).forEach(item -> submit(batcher, item));

    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1, 2), List.of(3, 4));
  }

  @Test
  void itemsBeyondAFullBatchGatherOn() {
    Batcher<Integer, String> batcher =
        batcher(new Limits(2, 2, 10, PATIENCE), Duration.ofMillis(100));

    IntStream.rangeClosed(1, 3).forEach(item -> submit(batcher, item));

    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1, 2));
    clock.pass(Duration.ofMillis(100));
    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1, 2), List.of(3));
  }

  @Test
  void gatheredItemsGoWhenTheRunningBatchEnds() {
    Batcher<Integer, String> batcher =
        batcher(new Limits(10, 1, 10, PATIENCE), Duration.ofMillis(1));
    submit(batcher, 1);
    clock.pass(Duration.ofMillis(1));
    submit(batcher, 2);
    clock.pass(Duration.ofMillis(50));
    assertThat(batches).hasSize(1);

    batches.get(0).succeed();

    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1), List.of(2));
  }

  @Test
  void aBatchRunsBesideAnotherOnlyIfThatIsSlow() {
    Batcher<Integer, String> batcher =
        batcher(new Limits(2, 2, Duration.ofMillis(100), 10, PATIENCE));

    IntStream.rangeClosed(1, 4).forEach(item -> submit(batcher, item));

    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1));
    clock.pass(Duration.ofMillis(100));
    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1), List.of(2, 3));
  }

  @Test
  void aWaitingBatchGoesWhenTheOtherEnds() {
    Batcher<Integer, String> batcher =
        batcher(new Limits(10, 2, Duration.ofSeconds(1), 10, PATIENCE));
    IntStream.rangeClosed(1, 3).forEach(item -> submit(batcher, item));

    batches.get(0).succeed();

    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1), List.of(2, 3));
  }

  @Test
  void refusesAGatheringTimeBeyondItsRange() {
    Limits limits = new Limits(10, 1, 10, PATIENCE);

    assertThatThrownBy(() -> batcher(limits, Duration.ofMillis(1001)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.*.gather and .beside must be from 0 s to 1 s, not PT1.001S.");
    assertThatThrownBy(() -> batcher(limits, Duration.ofMillis(-1)))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void gathersByTheClockOfTheMachine() {
    Batcher<Integer, String> batcher =
        new Batcher<>(
            new Limits(10, 1, 10, PATIENCE),
            Duration.ofMillis(1),
            items -> Uni.createFrom().item(items.stream().map(item -> "done " + item).toList()));

    assertThat(batcher.submit(1).await().atMost(PATIENCE)).isEqualTo("done 1");
  }

  @Test
  void aCommonFailureOfASingleItemFailsTheRest() {
    Batcher<Integer, String> batcher = batcher(new Limits(10, 1, 10, PATIENCE));
    submit(batcher, 1);
    List<CompletableFuture<String>> waiting =
        IntStream.rangeClosed(2, 4).mapToObj(item -> submit(batcher, item)).toList();
    batches.get(0).succeed();

    batches.get(1).answer().fail(new IllegalArgumentException("one of them"));
    batches.get(2).succeed();
    batches.get(3).answer().fail(new IllegalStateException("the database is gone"));

    assertThat(waiting.get(0)).isCompletedWithValue("done 2");
    assertThat(waiting.subList(1, 3)).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(batches).hasSize(4);
  }

  @Test
  void limitsTheSizeAndNumberOfRunningBatches() {
    Batcher<Integer, String> batcher = batcher(new Limits(2, 2, 10, PATIENCE));

    IntStream.rangeClosed(1, 7).forEach(item -> submit(batcher, item));
    assertThat(batches).extracting(Batch::items).containsExactly(List.of(1), List.of(2));
    batches.get(0).succeed();
    batches.get(1).succeed();

    assertThat(batches)
        .extracting(Batch::items)
        .containsExactly(List.of(1), List.of(2), List.of(3, 4), List.of(5, 6));
  }

  @Test
  void aFailingItemDoesNotFailItsNeighbours() {
    Batcher<Integer, String> batcher =
        new Batcher<>(
            new Limits(10, 1, 10, PATIENCE),
            Duration.ZERO,
            Optional.empty(),
            failure -> failure instanceof IllegalArgumentException,
            (items, lockWait) ->
                items.contains(0)
                    ? Uni.createFrom()
                        .<List<String>>emitter(answer -> batches.add(new Batch(items, answer)))
                    : refusing13(items),
            clock);
    submit(batcher, 0);

    CompletableFuture<String> before = submit(batcher, 12);
    CompletableFuture<String> unlucky = submit(batcher, 13);
    CompletableFuture<String> after = submit(batcher, 14);
    batches.get(0).succeed();

    assertThat(before).isCompletedWithValue("done 12");
    assertThat(after).isCompletedWithValue("done 14");
    assertFailsWith(unlucky, "13 is unlucky");
  }

  private static Uni<List<String>> refusing13(List<Integer> items) {
    if (items.contains(13)) {
      throw new IllegalArgumentException("13 is unlucky");
    }
    return Uni.createFrom().item(items.stream().map(item -> "done " + item).toList());
  }

  @Test
  void aCommonFailureIsNotRetriedItemByItem() {
    Batcher<Integer, String> batcher = batcher(new Limits(10, 1, 10, PATIENCE));
    submit(batcher, 1);
    CompletableFuture<String> second = submit(batcher, 2);
    CompletableFuture<String> third = submit(batcher, 3);
    batches.get(0).succeed();

    batches.get(1).answer().fail(new IllegalStateException("connection lost"));

    assertFailsWith(second, "connection lost");
    assertFailsWith(third, "connection lost");
    assertThat(batches).hasSize(2);
  }

  @Test
  void goesOnAfterAFailure() {
    Batcher<Integer, String> batcher = batcher(new Limits(10, 1, 10, PATIENCE));
    CompletableFuture<String> first = submit(batcher, 1);
    batches.get(0).answer().fail(new IllegalStateException("connection lost"));

    CompletableFuture<String> second = submit(batcher, 2);
    batches.get(1).succeed();

    assertFailsWith(first, "connection lost");
    assertThat(second).isCompletedWithValue("done 2");
  }

  @Test
  void tooManyWaitingItemsAreRefusedAtOnce() {
    Batcher<Integer, String> batcher = batcher(new Limits(10, 1, 2, PATIENCE));
    submit(batcher, 1);
    submit(batcher, 2);
    CompletableFuture<String> third = submit(batcher, 3);

    assertThatThrownBy(() -> batcher.submit(4).await().atMost(PATIENCE))
        .isInstanceOf(Overflow.class);
    batches.get(0).succeed();
    batches.get(1).succeed();

    assertThat(third).isCompletedWithValue("done 3");
    assertThat(batches.get(1).items()).containsExactly(2, 3);
  }

  @Test
  void anItemThatWaitedTooLongFailsUnsent() {
    Duration shortly = Duration.ofMillis(200);
    Batcher<Integer, String> batcher = batcher(new Limits(10, 1, 10, shortly));
    submit(batcher, 1);
    CompletableFuture<String> second = submit(batcher, 2);

    clock.pass(shortly);
    batches.get(0).succeed();

    assertThat(second).isCompletedExceptionally();
    assertThat(batches).hasSize(1);
  }

  @Test
  void anAnswerForTooFewItemsFailsAll() {
    Batcher<Integer, String> batcher = batcher(new Limits(10, 1, 10, PATIENCE));
    CompletableFuture<String> first = submit(batcher, 1);

    batches.get(0).answer().complete(List.of());

    assertFailsWith(first, "a batch of 1 gave 0");
  }

  private static CompletableFuture<String> submit(Batcher<Integer, String> batcher, int item) {
    return batcher.submit(item).subscribe().asCompletionStage().toCompletableFuture();
  }

  static void assertFailsWith(CompletableFuture<?> future, String message) {
    assertThat(future).isCompletedExceptionally();
    assertThatThrownBy(future::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .hasMessage(message);
  }
}
