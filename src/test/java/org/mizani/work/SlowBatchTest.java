package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Statements that PostgreSQL ends as too slow: the items of each row go by themselves, two rows at
 * once. Item 42 locks row 4.
 */
class SlowBatchTest {

  private static final int FIRST = 90;
  private static final PgException TOO_SLOW =
      new PgException("canceling statement due to statement timeout", "ERROR", "57014", null);

  /** Statement that was sent, with the emitter of its answer. */
  private record Sent(List<Integer> items, UniEmitter<? super List<Integer>> answer) {

    void succeed() {
      answer.complete(items);
    }

    void fail(Throwable failure) {
      answer.fail(failure);
    }
  }

  private record Locks(Duration maxWait, Duration maxWaitAlone, int maxAlone, int maxQueued)
      implements RowLocks.Limits {}

  private final BatcherTest.Limits limits = new BatcherTest.Limits(10, 1, 100, PATIENCE);
  private final List<Sent> sent = new ArrayList<>();
  private Batcher<Integer, Integer> batcher =
      new Batcher<>(
          limits,
          new RowLocks<>(
              "row",
              item -> item / 10L,
              rows -> Uni.createFrom().item(Set.<Long>of()),
              new Locks(Duration.ofMillis(250), Duration.ofSeconds(1), 2, 10)),
          (items, lockWait) -> send(items));

  private Uni<List<Integer>> send(List<Integer> items) {
    return Uni.createFrom().emitter(answer -> sent.add(new Sent(items, answer)));
  }

  @Test
  void aSlowRowFailsAloneAndHoldsNoOtherUp() {
    // Given
    List<CompletableFuture<Integer>> results = submitTogether(10, 20, 11, 30);

    // When
    sent.get(1).fail(TOO_SLOW);
    sent.get(3).succeed();
    sent.get(4).succeed();
    sent.get(2).fail(TOO_SLOW);

    // Then
    assertThat(sent)
        .extracting(Sent::items)
        .containsExactly(
            List.of(FIRST), List.of(10, 20, 11, 30), List.of(10, 11), List.of(20), List.of(30));
    assertThat(results.get(1)).isCompletedWithValue(20);
    assertThat(results.get(3)).isCompletedWithValue(30);
    assertFailsWith(results.get(0), TOO_SLOW);
    assertFailsWith(results.get(2), TOO_SLOW);
  }

  @Test
  void itemsThatLockNoRowGoOneByOne() {
    batcher = new Batcher<>(limits, this::send);
    List<CompletableFuture<Integer>> results = submitTogether(10, 11);

    sent.get(1).fail(TOO_SLOW);
    sent.get(2).fail(TOO_SLOW);
    sent.get(3).succeed();

    assertFailsWith(results.get(0), TOO_SLOW);
    assertThat(results.get(1)).isCompletedWithValue(11);
  }

  @Test
  void aSecondSlowRowFailsTheRestUnsent() {
    List<CompletableFuture<Integer>> results = submitTogether(10, 20, 30, 40);

    sent.get(1).fail(TOO_SLOW);
    sent.get(2).fail(TOO_SLOW);
    sent.get(3).fail(TOO_SLOW);
    sent.get(4).succeed();

    assertThat(sent).hasSize(5);
    assertThat(results.get(2)).isCompletedWithValue(30);
    assertFailsWith(results.get(3), TOO_SLOW);
  }

  @Test
  void anOutageFailsTheRestUnsentAsRolledBack() {
    TimeoutException lost = new TimeoutException("no answer");
    List<CompletableFuture<Integer>> results = submitTogether(10, 20, 30);

    sent.get(1).fail(TOO_SLOW);
    sent.get(2).fail(lost);
    sent.get(3).succeed();

    assertThat(sent).hasSize(4);
    assertFailsWith(results.get(0), lost);
    assertThat(results.get(1)).isCompletedWithValue(20);
    assertFailsWith(results.get(2), TOO_SLOW);
  }

  @Test
  void itemsOfOneRowAreNotTriedAgain() {
    List<CompletableFuture<Integer>> results = submitTogether(10, 11);

    sent.get(1).fail(TOO_SLOW);

    assertThat(sent).hasSize(2);
    assertThat(results).allSatisfy(result -> assertFailsWith(result, TOO_SLOW));
  }

  /** Submits these items during another statement, so that they share the next one. */
  private List<CompletableFuture<Integer>> submitTogether(Integer... items) {
    batcher.submit(FIRST).subscribeAsCompletionStage();
    List<CompletableFuture<Integer>> results =
        Stream.of(items).map(item -> batcher.submit(item).subscribeAsCompletionStage()).toList();
    sent.get(0).succeed();
    return results;
  }

  private static void assertFailsWith(CompletableFuture<Integer> result, Throwable failure) {
    assertThatThrownBy(result::join).hasCause(failure);
  }
}
