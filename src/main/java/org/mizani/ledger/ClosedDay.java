package org.mizani.ledger;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.hibernate.annotations.Immutable;

/** Day in UTC whose books are closed. It never changes. */
@Entity
@Immutable
class ClosedDay extends PanacheEntityBase {

  @Id private LocalDate day;
  private long transfers;
  private long lastTransferId;
  private Instant closedAt;

  protected ClosedDay() {}

  /** All closed days, from the first to the last: there is no gap. */
  @RegisterForReflection
  record Range(LocalDate first, LocalDate last) {}

  /** The closed days; empty if there are none yet. */
  static Uni<Optional<Range>> range() {
    return ClosedDay.<ClosedDay>find("SELECT min(day), max(day) FROM ClosedDay")
        .project(Range.class)
        .singleResult()
        .map(range -> Optional.of(range).filter(days -> days.last() != null));
  }
}
