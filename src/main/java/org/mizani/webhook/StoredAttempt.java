package org.mizani.webhook;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.mizani.database.ShownTime;

/** Attempt of a delivery as it is stored. It never changes. */
@Entity
@Immutable
@Table(name = "webhook_attempt")
class StoredAttempt extends PanacheEntityBase {

  @Id private Long id;
  private UUID deliveryId;
  private Instant attemptedAt;
  private int replay;
  private int attempt;
  private Integer responseCode;
  private int durationMs;
  private String error;

  protected StoredAttempt() {}

  /** The attempts of a delivery in their order. */
  static Uni<List<StoredAttempt>> of(UUID deliveryId) {
    return list("deliveryId = ?1 ORDER BY id", deliveryId);
  }

  /** The attempt as operators see it. */
  RecordedAttempt recorded() {
    return new RecordedAttempt(
        replay, attempt, responseCode, error, durationMs, ShownTime.of(attemptedAt));
  }
}
