package org.mizani.payout;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** Failed payout, for the lists of failures. Only statements write it. */
@Entity
@Immutable
class PayoutFailed extends PanacheEntityBase {

  @Id private UUID id;

  private long businessId;
  private Instant createdAt;

  protected PayoutFailed() {}
}
