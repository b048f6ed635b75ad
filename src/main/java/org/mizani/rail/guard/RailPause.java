package org.mizani.rail.guard;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.Immutable;
import org.mizani.rail.PauseReason;

/** Pause of a rail's payouts, for one reason. Only statements write it. */
@Entity
@Immutable
public class RailPause extends PanacheEntityBase {

  @Id private Long id;

  private String rail;
  private PauseReason reason;
  private String words;
  private Instant pausedAt;
  private Instant clearedAt;

  protected RailPause() {}

  /** Pauses that nobody has cleared. */
  static Uni<List<RailPause>> open() {
    return list("clearedAt is null order by rail, pausedAt");
  }

  public String rail() {
    return rail;
  }

  public PauseReason reason() {
    return reason;
  }

  /** The words of the network or the operator; null once they were erased. */
  public String words() {
    return words;
  }

  public Instant pausedAt() {
    return pausedAt;
  }
}
