package org.mizani.retention;

import static java.util.stream.Collectors.joining;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.mizani.database.SqlState;
import org.mizani.log.RedactedFailure;

/** Work on tables, one after the other: what fails for one leaves the others alone. */
final class TableByTable {

  private static final Logger LOG = Logger.getLogger(TableByTable.class);

  private TableByTable() {}

  /** Failure of a run, with the tables that it has left out. */
  private static final class Incomplete extends RuntimeException {

    Incomplete(Map<String, Throwable> failures) {
      super(
          failures.entrySet().stream()
              .map(failure -> failure.getKey() + ": " + RedactedFailure.words(failure.getValue()))
              .collect(joining("; ")),
          failures.values().iterator().next(),
          false,
          false);
    }
  }

  /**
   * Works on each table. At its end it fails if a table has; a table whose lock another transaction
   * holds waits for the next run.
   */
  static Uni<Void> work(Collection<String> tables, Function<String, Uni<?>> work) {
    Map<String, Throwable> failures = new LinkedHashMap<>();
    return Multi.createFrom()
        .iterable(tables)
        .onItem()
        .transformToUniAndConcatenate(
            table ->
                Uni.createFrom()
                    .deferred(() -> work.apply(table).replaceWithVoid())
                    .onFailure(SqlState::isLockNotAvailable)
                    .invoke(locked -> LOG.warnf("%s waits for the next run: it is locked", table))
                    .onFailure(failure -> !SqlState.isLockNotAvailable(failure))
                    .invoke(failure -> failures.put(table, failure))
                    .onFailure()
                    .recoverWithNull())
        .onItem()
        .ignoreAsUni()
        .invoke(
            () -> {
              if (!failures.isEmpty()) {
                throw new Incomplete(failures);
              }
            });
  }
}
