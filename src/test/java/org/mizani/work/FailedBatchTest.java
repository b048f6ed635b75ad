package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements that fail with many items: each item is tried alone, but not in an outage. */
class FailedBatchTest {

  private static final int FIRST = 0;
  private static final int UNLUCKY = 13;

  private final List<List<Integer>> statements = new CopyOnWriteArrayList<>();
  private UniEmitter<? super List<Integer>> first;

  @Test
  void aStatementThatOneItemFailsIsTriedItemByItem() {
    PgException refused = new PgException("out of range", "ERROR", "22003", "of an amount");

    List<CompletableFuture<Integer>> results = submit(batcher(refused), 12, UNLUCKY, 14);

    assertThat(statements)
        .containsExactly(
            List.of(FIRST), List.of(12, UNLUCKY, 14), List.of(12), List.of(UNLUCKY), List.of(14));
    assertThat(results.get(0)).isCompletedWithValue(12);
    assertFailsWith(results.get(1), refused);
    assertThat(results.get(2)).isCompletedWithValue(14);
  }

  static Stream<Arguments> failuresOfAllItems() {
    return Stream.of(
        Arguments.of("outage", new IllegalStateException(new TimeoutException("no answer"))),
        Arguments.of("shutdown", new PgException("stopping", "FATAL", "57P01", "")),
        Arguments.of("overflow", new Overflow()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failuresOfAllItems")
  void aFailureOfAllItemsIsNotTriedItemByItem(String description, RuntimeException failure) {
    List<CompletableFuture<Integer>> results = submit(batcher(failure), 12, UNLUCKY, 14);

    assertThat(statements).containsExactly(List.of(FIRST), List.of(12, UNLUCKY, 14));
    assertThat(results).allSatisfy(result -> assertFailsWith(result, failure));
  }

  private Batcher<Integer, Integer> batcher(RuntimeException failure) {
    return new Batcher<>(new BatcherTest.Limits(10, 1, 10, PATIENCE), items -> run(items, failure));
  }

  private Uni<List<Integer>> run(List<Integer> items, RuntimeException failure) {
    statements.add(items);
    if (items.contains(FIRST)) {
      return Uni.createFrom().emitter(answer -> first = answer);
    }
    return items.contains(UNLUCKY)
        ? Uni.createFrom().failure(failure)
        : Uni.createFrom().item(items);
  }

  /** Submits these items during another statement, so that they share the next one. */
  private List<CompletableFuture<Integer>> submit(
      Batcher<Integer, Integer> batcher, Integer... items) {
    batcher.submit(FIRST).subscribeAsCompletionStage();
    List<CompletableFuture<Integer>> results =
        Stream.of(items).map(item -> batcher.submit(item).subscribeAsCompletionStage()).toList();
    first.complete(List.of(FIRST));
    return results;
  }

  private static void assertFailsWith(CompletableFuture<Integer> result, Throwable failure) {
    assertThatThrownBy(result::join).hasCause(failure);
  }
}
