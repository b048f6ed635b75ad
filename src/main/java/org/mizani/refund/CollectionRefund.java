package org.mizani.refund;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** Refund of a collection. The payout of the same id pays it. Only a statement writes it. */
@Entity
@Immutable
class CollectionRefund extends PanacheEntityBase {

  @Id private UUID id;

  private UUID collectionId;
  private String reference;
  private long amountMinor;
  private Instant createdAt;
  private boolean byBusiness;

  protected CollectionRefund() {}

  /** The refund of a collection by this reference; null if there is none. */
  static Uni<CollectionRefund> of(UUID collectionId, String reference) {
    return find("collectionId = ?1 and reference = ?2", collectionId, reference).firstResult();
  }

  UUID id() {
    return id;
  }

  long amountMinor() {
    return amountMinor;
  }

  boolean byBusiness() {
    return byBusiness;
  }
}
