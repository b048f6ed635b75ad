package org.mizani.collection.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * Collection that is polled: when its rail is asked next, and the polls so far. Only statements
 * write it.
 */
@Entity
@Immutable
class CollectionDue extends PanacheEntityBase {

  @Id private UUID id;

  private long businessId;
  private Instant createdAt;
  private Instant nextPollAt;
  private Instant leasedUntil;
  private Instant byHandUntil;
  private Instant promptedAt;
  private int polls;
  private int skippedPolls;
  private int words;
  private List<String> networkIds;

  protected CollectionDue() {}
}
