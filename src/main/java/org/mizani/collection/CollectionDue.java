package org.mizani.collection;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
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
  private Instant byHandUntil;
  private int polls;
  private int skippedPolls;

  protected CollectionDue() {}
}
