package org.mizani.payout.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * Final payout whose rail is asked whether it says the contrary, since when, and when next. Only
 * statements write it.
 */
@Entity
@Immutable
class PayoutWatch extends PanacheEntityBase {

  @Id private UUID id;

  private Instant since;
  private Instant nextWatchAt;
  private Instant leasedUntil;
  private int polls;
  private int skippedPolls;
  private int words;
  private List<String> networkIds;

  protected PayoutWatch() {}
}
