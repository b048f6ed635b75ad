package org.mizani.payout;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * Payout that failed by hand, and when its rail is asked whether it has paid after all. Only
 * statements write it.
 */
@Entity
@Immutable
class PayoutWatch extends PanacheEntityBase {

  @Id private UUID id;

  private Instant nextWatchAt;
  private int polls;
  private int skippedPolls;

  protected PayoutWatch() {}
}
