package org.mizani.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableByTableTest {

  private static final PgException LOCKED = refusal("55P03");

  private final List<String> worked = new ArrayList<>();

  @Test
  void aFailureLeavesTheOtherTablesAloneAndIsToldAtTheEnd() {
    assertThatThrownBy(() -> work(Map.of("second", refusal("42501"))))
        .hasMessage("second: io.vertx.pgclient.PgException: SQL state 42501");
    assertThat(worked).containsExactly("first", "second", "third");
  }

  @Test
  void aLockedTableWaitsForTheNextRunAndIsNoFailure() {
    work(Map.of("first", LOCKED));

    assertThat(worked).containsExactly("first", "second", "third");
  }

  @Test
  void allTablesThatFailAreNamed() {
    Map<String, Throwable> failures =
        Map.of("first", refusal("42501"), "second", LOCKED, "third", refusal("57014"));

    assertThatThrownBy(() -> work(failures))
        .hasMessageStartingWith("first: ")
        .hasMessageContaining("; third: ")
        .hasMessageNotContaining("second");
  }

  private void work(Map<String, Throwable> failures) {
    TableByTable.work(List.of("first", "second", "third"), table -> work(table, failures))
        .await()
        .atMost(PATIENCE);
  }

  private Uni<?> work(String table, Map<String, Throwable> failures) {
    worked.add(table);
    return failures.containsKey(table)
        ? Uni.createFrom().failure(failures.get(table))
        : Uni.createFrom().voidItem();
  }

  private static PgException refusal(String state) {
    return new PgException("refused", "ERROR", state, "");
  }
}
