package org.mizani.work;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Batches whose items lock a row each: item 42 locks row 4, and item 7 none. */
class LockedRowsTest {

  private static final Duration SHORT = Duration.ofMillis(250);
  private static final Duration LONG = Duration.ofSeconds(1);
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);
  private static final int FIRST = 90;

  /** Statement that was sent, with the emitter of its answer. */
  private record Sent(
      List<Integer> items, Duration lockWait, UniEmitter<? super List<Integer>> answer) {

    void succeed() {
      answer.complete(items);
    }

    void giveUpOnTheLock() {
      answer.fail(new PgException("canceling statement", "ERROR", "55P03", "lock timeout"));
    }
  }

  private record Locks(Duration maxWait, Duration maxWaitAlone, int maxAlone, int maxQueued)
      implements RowLocks.Limits {}

  private final MovedClock clock = new MovedClock();
  private final List<Sent> sent = new ArrayList<>();
  private final Set<Long> locked = new HashSet<>();
  private final List<Set<Long>> asked = new ArrayList<>();
  private boolean unanswered;
  private Batcher<Integer, Integer> batcher = batcher(2, 10);

  private Batcher<Integer, Integer> batcher(int maxAlone, int maxQueued) {
    return new Batcher<>(
        new BatcherTest.Limits(10, 1, 100, MAX_WAIT),
        Duration.ZERO,
        Optional.of(
            new RowLocks<>(
                "row",
                item -> item < 10 ? null : item / 10L,
                this::free,
                new Locks(SHORT, LONG, maxAlone, maxQueued))),
        failure -> failure instanceof IllegalArgumentException,
        (items, lockWait) ->
            Uni.createFrom().emitter(answer -> sent.add(new Sent(items, lockWait, answer))),
        clock);
  }

  private Uni<Set<Long>> free(Set<Long> rows) {
    asked.add(rows);
    return unanswered
        ? Uni.createFrom().failure(new IllegalStateException("the database is gone"))
        : Uni.createFrom()
            .item(rows.stream().filter(row -> !locked.contains(row)).collect(toSet()));
  }

  @Test
  void othersGoOnWhileARowIsLocked() {
    // Given
    locked.add(1L);
    List<CompletableFuture<Integer>> results = submitTogether(10, 20, 11, 30);

    // When
    last().giveUpOnTheLock();

    // Then
    assertThat(asked).containsExactly(Set.of(1L, 2L, 3L));
    assertThat(statements(2)).containsExactly(List.of(10, 11), List.of(20, 30));
    sent.get(3).succeed();
    assertThat(results.get(1)).isCompletedWithValue(20);
    assertThat(results.get(3)).isCompletedWithValue(30);
    assertThat(results.get(0)).isNotDone();
    sent.get(2).succeed();
    assertThat(results.get(0)).isCompletedWithValue(10);
    assertThat(results.get(2)).isCompletedWithValue(11);
  }

  @Test
  void aStatementOfManyWaitsShorterThanOneOfASingleRow() {
    locked.add(1L);
    submitTogether(10, 20);

    last().giveUpOnTheLock();

    assertThat(sent).extracting(Sent::lockWait).containsExactly(SHORT, SHORT, LONG, SHORT);
  }

  @Test
  void aBatchOfOneRowIsNotAskedAbout() {
    submitTogether(10, 11);

    last().giveUpOnTheLock();

    assertThat(asked).isEmpty();
    assertThat(statements(2)).containsExactly(List.of(10, 11));
    assertThat(last().lockWait()).isEqualTo(LONG);
  }

  @Test
  void anItemWithoutARowGoesOnBesideALockedOne() {
    List<CompletableFuture<Integer>> results = submitTogether(7, 10);

    last().giveUpOnTheLock();

    assertThat(asked).isEmpty();
    assertThat(statements(2)).containsExactly(List.of(10), List.of(7));
    last().succeed();
    assertThat(results.get(0)).isCompletedWithValue(7);
  }

  @Test
  void itemsWithoutARowWaitTogetherForAnotherLock() {
    List<CompletableFuture<Integer>> results = submitTogether(7, 10, 8);
    last().giveUpOnTheLock();

    last().giveUpOnTheLock();
    sent.get(2).succeed();
    last().succeed();

    assertThat(last().items()).containsExactly(7, 8);
    assertThat(results).allMatch(CompletableFuture::isDone);
    assertThat(submitTogether(9).get(0)).isNotDone();
    assertThat(last().items()).containsExactly(9);
  }

  @Test
  void whatComesForALockedRowWaitsWithIt() {
    // Given
    submitTogether(10);
    last().giveUpOnTheLock();

    // When
    submitTogether(11, 20);

    // Then
    assertThat(statements(2)).containsExactly(List.of(10), List.of(FIRST), List.of(20));
    sent.get(2).giveUpOnTheLock();
    assertThat(last().items()).containsExactly(10, 11);
  }

  @Test
  void lockedRowsTakeTurns() {
    // Given
    batcher = batcher(1, 10);
    locked.addAll(Set.of(1L, 2L));
    submitTogether(10, 20);
    last().giveUpOnTheLock();
    assertThat(last().items()).containsExactly(10);

    // When
    last().giveUpOnTheLock();
    last().giveUpOnTheLock();

    // Then
    assertThat(statements(2)).containsExactly(List.of(10), List.of(20), List.of(10));
  }

  @Test
  void aRowThatIsNewlyLockedHasTheNextTurn() {
    // Given
    batcher = batcher(1, 10);
    locked.addAll(Set.of(1L, 2L, 3L));
    submitTogether(10, 20);
    last().giveUpOnTheLock();
    Sent first = last();

    // When
    submitTogether(30);
    last().giveUpOnTheLock();
    first.giveUpOnTheLock();

    // Then
    assertThat(last().items()).containsExactly(30);
  }

  @Test
  void oneOfThoseThatGoAloneWaitsBriefly() {
    // Given
    locked.addAll(Set.of(1L, 2L));
    submitTogether(10, 20);
    last().giveUpOnTheLock();
    Sent one = sent.get(2);
    Sent other = sent.get(3);
    assertThat(one.lockWait()).isEqualTo(LONG);
    assertThat(other.lockWait()).isEqualTo(SHORT);

    // When
    one.giveUpOnTheLock();
    other.giveUpOnTheLock();

    // Then
    assertThat(statements(4)).containsExactly(List.of(10), List.of(20));
    assertThat(sent.subList(4, 6)).extracting(Sent::lockWait).containsExactly(LONG, SHORT);
  }

  @Test
  void aRowThatIsFreeAgainGoesBeforeThoseThatStayLocked() {
    // Given
    locked.addAll(Set.of(1L, 2L, 3L, 4L, 5L));
    List<CompletableFuture<Integer>> results = submitTogether(10, 20, 30, 40, 50);
    last().giveUpOnTheLock();
    Sent brief = last();

    // When
    locked.remove(5L);
    brief.giveUpOnTheLock();

    // Then
    assertThat(last().items()).containsExactly(50);
    last().succeed();
    assertThat(results.get(4)).isCompletedWithValue(50);
    assertThat(last().items()).containsExactly(30);
  }

  @Test
  void rowsTakeTurnsWhereItIsNotKnownWhichAreFree() {
    // Given
    locked.addAll(Set.of(1L, 2L, 3L));
    submitTogether(10, 20, 30);
    last().giveUpOnTheLock();

    // When
    unanswered = true;
    last().giveUpOnTheLock();

    // Then
    assertThat(last().items()).containsExactly(30);
  }

  @Test
  void asManyGoAloneAtOnceAsAreConfigured() {
    locked.addAll(Set.of(1L, 2L, 3L));
    submitTogether(10, 20, 30);

    last().giveUpOnTheLock();

    assertThat(statements(2)).containsExactly(List.of(10), List.of(20));
  }

  @Test
  void aFreedRowGoesWithTheOthersAgain() {
    // Given
    submitTogether(10);
    last().giveUpOnTheLock();
    List<CompletableFuture<Integer>> later = submitTogether(11, 20);
    last().succeed();

    // When
    sent.get(2).succeed();

    // Then
    assertThat(last().items()).containsExactly(11);
    assertThat(last().lockWait()).isEqualTo(SHORT);
    last().succeed();
    assertThat(later.get(0)).isCompletedWithValue(11);
  }

  @Test
  void whatWaitedTooLongForARowFails() {
    // Given
    List<CompletableFuture<Integer>> results = submitTogether(10);
    last().giveUpOnTheLock();

    // When
    clock.pass(MAX_WAIT);
    last().giveUpOnTheLock();

    // Then
    BatcherTest.assertFailsWith(results.get(0), "too much work is waiting");
    assertThat(statements(2)).containsExactly(List.of(10));
  }

  @Test
  void whatNoLockedRowHasPlaceForFailsAtOnce() {
    // Given
    batcher = batcher(2, 3);
    submitTogether(10);
    last().giveUpOnTheLock();

    // When
    List<CompletableFuture<Integer>> results = submitTogether(11, 12, 13, 14);

    // Then: the statement that is running has 10
    assertThat(results.subList(0, 3)).noneMatch(CompletableFuture::isDone);
    BatcherTest.assertFailsWith(results.get(3), "too much work is waiting");
  }

  @Test
  void lockedRowsHaveNoMorePlacesTogetherThanStatements() {
    // Given
    batcher = batcher(2, 1_000);
    locked.addAll(Set.of(1L, 2L));
    submitTogether(10, 20);
    last().giveUpOnTheLock();

    // When: 50 of each wait beside those that are running
    Integer[] more =
        IntStream.range(0, 101).mapToObj(i -> i % 2 == 0 ? 11 : 21).toArray(Integer[]::new);
    List<CompletableFuture<Integer>> results = submitInBatches(more);

    // Then
    assertThat(results.subList(0, 100)).noneMatch(CompletableFuture::isDone);
    BatcherTest.assertFailsWith(results.get(100), "too much work is waiting");
  }

  @Test
  void aLockThatNoRowExplainsSplitsTheBatchByRows() {
    // Given: something else is locked, such as a table
    List<CompletableFuture<Integer>> results = submitTogether(10, 20, 11);
    last().giveUpOnTheLock();

    // When
    last().giveUpOnTheLock();

    // Then
    assertThat(statements(3)).containsExactly(List.of(10, 11), List.of(20));
    sent.get(3).succeed();
    sent.get(4).succeed();
    assertThat(results).allMatch(CompletableFuture::isDone);
  }

  @Test
  void anOutageDuringTheQuestionFailsTheBatch() {
    unanswered = true;
    List<CompletableFuture<Integer>> results = submitTogether(10, 20);

    last().giveUpOnTheLock();

    results.forEach(result -> BatcherTest.assertFailsWith(result, "the database is gone"));
    assertThat(submitTogether(30).get(0)).isNotDone();
  }

  @Test
  void aBadItemOfALockedRowFailsAlone() {
    // Given
    List<CompletableFuture<Integer>> results = submitTogether(10, 11);
    last().giveUpOnTheLock();

    // When
    last().answer().fail(new IllegalArgumentException("one of them"));
    last().succeed();
    last().answer().fail(new IllegalArgumentException("11 is bad"));

    // Then
    assertThat(results.get(0)).isCompletedWithValue(10);
    BatcherTest.assertFailsWith(results.get(1), "11 is bad");
  }

  @Test
  void oneOfABadBatchThatMeetsALockWaitsForItAlone() {
    // Given
    List<CompletableFuture<Integer>> results = submitTogether(10, 20, 30);
    last().answer().fail(new IllegalArgumentException("one of them"));

    // When
    last().giveUpOnTheLock();

    // Then
    assertThat(statements(2)).containsExactly(List.of(10), List.of(10), List.of(20));
    sent.get(3).succeed();
    assertThat(results.get(0)).isCompletedWithValue(10);
  }

  /** Submits these items during another statement, so that they share the next one. */
  private List<CompletableFuture<Integer>> submitTogether(Integer... items) {
    batcher.submit(FIRST).subscribeAsCompletionStage();
    Sent first = last();
    List<CompletableFuture<Integer>> results =
        List.of(items).stream()
            .map(item -> batcher.submit(item).subscribeAsCompletionStage())
            .toList();
    first.succeed();
    return results;
  }

  /** Submits these items one by one; none of them is in a batch, as their rows are locked. */
  private List<CompletableFuture<Integer>> submitInBatches(Integer... items) {
    return List.of(items).stream()
        .map(item -> batcher.submit(item).subscribeAsCompletionStage())
        .toList();
  }

  private Sent last() {
    return sent.get(sent.size() - 1);
  }

  /** The items of the statements from this one on. */
  private List<List<Integer>> statements(int from) {
    return IntStream.range(from, sent.size()).mapToObj(i -> sent.get(i).items()).toList();
  }
}
