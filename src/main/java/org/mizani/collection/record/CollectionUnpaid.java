package org.mizani.collection.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * Collection that ended without a payment, for the lists of its status. Only statements write it.
 */
@Entity
@Immutable
class CollectionUnpaid extends PanacheEntityBase {

  @Id private UUID id;

  private long businessId;
  private Instant createdAt;
  private CollectionStatus status;
  private Instant settledAt;
  private long walletId;
  private long number;
  private String reason;

  protected CollectionUnpaid() {}
}
