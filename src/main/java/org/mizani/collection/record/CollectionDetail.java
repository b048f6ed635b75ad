package org.mizani.collection.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * Personal data of a collection, encrypted, and what only settling needs; erased after a time. Only
 * statements write it.
 */
@Entity
@Immutable
class CollectionDetail extends PanacheEntityBase {

  @Id private UUID collectionId;

  private Instant createdAt;
  private Integer customerHash;
  private byte[] customerEncrypted;
  private String callbackUrl;
  private CollectionStatus forcedStatus;

  protected CollectionDetail() {}
}
