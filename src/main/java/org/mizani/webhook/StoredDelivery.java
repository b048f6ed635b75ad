package org.mizani.webhook;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** Delivery of a webhook as it is stored, without its body. Only statements write it. */
@Entity
@Immutable
@Table(name = "webhook_delivery")
class StoredDelivery extends PanacheEntityBase {

  private static final String WITH_STATE =
      """
      SELECT d.id, (SELECT b.publicId FROM Business b WHERE b.id = d.businessId), d.kind,
             d.subjectId, d.endpointId, d.host, d.status, d.attempts, d.replays,
             (SELECT q.nextAttemptAt FROM WebhookDue q WHERE q.id = d.id),
             d.createdAt, d.updatedAt
      FROM StoredDelivery d
      WHERE d.id = ?1
      """;

  @Id private UUID id;

  private Instant createdAt;
  private Instant updatedAt;
  private long businessId;
  private Long apiKeyId;
  private UUID subjectId;
  private int attempts;
  private int replays;
  private String status;
  private String kind;
  private String url;
  private String host;
  private UUID endpointId;
  private UUID follows;

  protected StoredDelivery() {}

  /** The delivery with this id, of any business, with its state in other tables. */
  static Uni<Optional<ListedDelivery>> withState(UUID id) {
    return find(WITH_STATE, id)
        .project(ListedDelivery.class)
        .firstResult()
        .map(Optional::ofNullable);
  }

  @Override
  public String toString() {
    return id + " to " + host;
  }
}
