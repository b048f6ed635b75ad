package org.mizani.retention;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.mizani.database.DatabaseOutage;
import org.mizani.log.OutageNotice;
import org.mizani.log.RedactedFailure;

/** Work on tables, one after the other: what fails for one leaves the others alone. */
final class TableByTable {

  private final Logger log;
  private final String name;
  private final OutageNotice outage;

  /**
   * @param name of the work, as a log message begins: {@code Erasing what is too old}
   */
  TableByTable(Logger log, String name) {
    this.log = log;
    this.name = name;
    this.outage = new OutageNotice(log, name);
  }

  /** Works on each table. It never fails: what has failed is told, and tried at the next tick. */
  Uni<Void> work(Collection<String> tables, Function<String, Uni<?>> work) {
    return Multi.createFrom()
        .iterable(tables)
        .onItem()
        .transformToUniAndConcatenate(table -> workOn(table, work))
        .onItem()
        .ignoreAsUni();
  }

  private Uni<Void> workOn(String table, Function<String, Uni<?>> work) {
    return Uni.createFrom()
        .deferred(() -> work.apply(table).replaceWithVoid())
        .invoke(outage::over)
        .onFailure()
        .invoke(failure -> tell(table, failure))
        .onFailure()
        .recoverWithNull();
  }

  private void tell(String table, Throwable failure) {
    if (DatabaseOutage.isBehind(failure)) {
      outage.met(failure);
    } else {
      log.warnf("%s: not of %s: %s", name, table, RedactedFailure.words(failure));
    }
  }
}
