package org.mizani.payout.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** Return of a payout: its money came back after its success. Only a statement writes it. */
@Entity
@Immutable
public class PayoutReturn extends PanacheEntityBase {

  @Id private UUID payoutId;

  private String rail;
  private String reference;
  private long feeMinor;
  private Instant createdAt;

  protected PayoutReturn() {}

  /** The return of a payout; null if it was not returned. */
  public static Uni<PayoutReturn> of(UUID payoutId) {
    return findById(payoutId);
  }

  /** Whether a payout of this rail was returned by this reference. */
  public static Uni<Boolean> isUsed(String rail, String reference) {
    return count("rail = ?1 and reference = ?2", rail, reference).map(number -> number > 0);
  }

  /** The rail's reference. */
  public String reference() {
    return reference;
  }
}
