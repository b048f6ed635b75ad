package org.mizani.webhook;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.ColumnResult;
import jakarta.persistence.ConstructorResult;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityResult;
import jakarta.persistence.Id;
import jakarta.persistence.SqlResultSetMapping;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.mizani.database.ShownTime;
import org.mizani.paging.PagedQuery;

/** Delivery of a webhook as it is stored, without its body. Only statements write it. */
@Entity
@Immutable
@Table(name = "webhook_delivery")
@SqlResultSetMapping(
    name = "webhook_delivery",
    entities = @EntityResult(entityClass = StoredDelivery.class),
    classes =
        @ConstructorResult(
            targetClass = StoredDelivery.State.class,
            columns = {
              @ColumnResult(name = "public_id", type = UUID.class),
              @ColumnResult(name = "next_attempt_at", type = Instant.class)
            }))
class StoredDelivery extends PanacheEntityBase implements PagedQuery.Listed {

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

  protected StoredDelivery() {}

  /**
   * State of a delivery in other tables.
   *
   * @param publicId of the business
   * @param nextAttemptAt null unless it is pending
   */
  @RegisterForReflection
  record State(UUID publicId, Instant nextAttemptAt) {}

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public Instant createdAt() {
    return createdAt;
  }

  /** The delivery as operators see it. */
  static RecordedDelivery recorded(StoredDelivery delivery, State state) {
    return new RecordedDelivery(
        delivery.id.toString(),
        state.publicId().toString(),
        delivery.kind,
        delivery.subjectId.toString(),
        delivery.host,
        delivery.status,
        delivery.attempts,
        delivery.replays,
        ShownTime.of(state.nextAttemptAt()),
        ShownTime.of(delivery.createdAt),
        ShownTime.of(delivery.updatedAt));
  }

  @Override
  public String toString() {
    return id + " to " + host;
  }
}
