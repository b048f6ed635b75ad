package org.mizani.webhook;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Webhook secret of a business as it is stored, encrypted. */
@Entity
@Table(name = "webhook_secret")
class StoredWebhookSecret extends PanacheEntityBase {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private long businessId;
  private byte[] secretEncrypted;
  private Instant createdAt;
  private Instant expiresAt;

  protected StoredWebhookSecret() {}

  StoredWebhookSecret(long businessId, byte[] secretEncrypted, Instant now) {
    this.businessId = businessId;
    this.secretEncrypted = secretEncrypted.clone();
    this.createdAt = now;
  }

  /** The secrets of a business that have no end yet. */
  static Uni<List<StoredWebhookSecret>> withoutEnd(long businessId) {
    return list("businessId = ?1 AND expiresAt IS NULL", businessId);
  }

  /** The secrets of these businesses that have not ended, the newest first. */
  static Uni<List<StoredWebhookSecret>> inForce(Collection<Long> businessIds) {
    return list(
        "businessId IN ?1 AND (expiresAt IS NULL OR expiresAt > instant)"
            + " ORDER BY createdAt DESC, id DESC",
        businessIds);
  }

  long businessId() {
    return businessId;
  }

  byte[] secretEncrypted() {
    return secretEncrypted.clone();
  }

  void expireAt(Instant end) {
    expiresAt = end;
  }
}
