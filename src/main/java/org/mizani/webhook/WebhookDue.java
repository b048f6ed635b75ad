package org.mizani.webhook;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** Pending delivery, and when its next attempt is due. Only statements write it. */
@Entity
@Immutable
class WebhookDue extends PanacheEntityBase {

  @Id private UUID id;

  private long businessId;
  private Instant createdAt;
  private Instant nextAttemptAt;
  private String host;
  private int replays;

  protected WebhookDue() {}
}
