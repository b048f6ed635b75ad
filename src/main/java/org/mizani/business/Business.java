package org.mizani.business;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Registered business. */
@Entity
public class Business extends PanacheEntityBase {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private UUID publicId = UUID.randomUUID();
  private String name;
  private String callbackUrl;
  private String collectionCallbackUrl;
  private boolean collectionsEnabled;
  private BigDecimal feeRate;
  private SignatureScheme signatureScheme;
  private boolean suspended;
  private Instant createdAt;
  private Instant updatedAt;

  protected Business() {}

  Business(BusinessProfile profile, Instant now) {
    change(profile, now);
    createdAt = now;
  }

  /** Replaces its profile. */
  final void change(BusinessProfile profile, Instant now) {
    name = profile.name();
    callbackUrl = profile.callbackUrl().orElse(null);
    collectionCallbackUrl = profile.collectionCallbackUrl().orElse(null);
    collectionsEnabled = profile.collectionsEnabled();
    feeRate = profile.feeRate();
    signatureScheme = profile.signatureScheme();
    suspended = profile.suspended();
    updatedAt = now;
  }

  /** The database's id. */
  public long id() {
    return id;
  }

  /** The id on the wire. */
  public UUID publicId() {
    return publicId;
  }

  /** Its profile, as it is now. */
  public BusinessProfile profile() {
    return new BusinessProfile(
        name,
        Optional.ofNullable(callbackUrl),
        Optional.ofNullable(collectionCallbackUrl),
        collectionsEnabled,
        feeRate,
        signatureScheme,
        suspended);
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  @Override
  public String toString() {
    return "Business[" + publicId + "]";
  }
}
