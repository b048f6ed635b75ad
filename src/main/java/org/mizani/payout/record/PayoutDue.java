package org.mizani.payout.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** Pending payout: when its rail is asked next, and the polls so far. Only statements write it. */
@Entity
@Immutable
class PayoutDue extends PanacheEntityBase {

  @Id private UUID id;

  private long businessId;
  private Instant createdAt;
  private Instant nextPollAt;
  private Instant leasedUntil;
  private Instant submittedAt;
  private int polls;
  private int skippedPolls;
  private int words;
  private boolean overdue;
  private boolean atMostOnce;
  private List<String> networkIds;
  private String screening;
  private Instant screenedAt;
  private String heldReason;

  protected PayoutDue() {}
}
