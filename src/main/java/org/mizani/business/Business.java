package org.mizani.business;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.ColumnTransformer;

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

  @ColumnTransformer(read = "cast(least_fees as text)", write = "cast(cast(? as text) as jsonb)")
  private String leastFees;

  private SignatureScheme signatureScheme;
  private boolean suspended;

  @ColumnTransformer(
      read = "cast(largest_payouts as text)",
      write = "cast(cast(? as text) as jsonb)")
  private String largestPayouts;

  @ColumnTransformer(read = "cast(daily_payouts as text)", write = "cast(cast(? as text) as jsonb)")
  private String dailyPayouts;

  private Integer payoutsPerHour;
  private Integer promptsPerPhone;
  private Integer lookUpsPerPhone;
  private Instant createdAt;
  private Instant updatedAt;

  protected Business() {}

  Business(BusinessProfile profile, Instant now) {
    change(profile, now);
    createdAt = now;
  }

  /** The business of this public id, or none. */
  static Uni<Optional<Business>> withPublicId(UUID publicId) {
    return Business.<Business>find("publicId", publicId).firstResult().map(Optional::ofNullable);
  }

  /** The same, locked (FOR NO KEY UPDATE) until the transaction ends. */
  static Uni<Optional<Business>> locked(UUID publicId) {
    return Business.<Business>find("publicId", publicId)
        .withLock(LockModeType.PESSIMISTIC_WRITE)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /** Up to this many businesses with smaller ids, newest first. */
  static Uni<List<Business>> below(long id, int most) {
    return find("id < ?1", Sort.descending("id"), id).page(0, most).list();
  }

  /** Replaces its profile. */
  final void change(BusinessProfile profile, Instant now) {
    name = profile.name();
    callbackUrl = profile.callbackUrl().orElse(null);
    collectionCallbackUrl = profile.collectionCallbackUrl().orElse(null);
    collectionsEnabled = profile.collectionsEnabled();
    feeRate = profile.fee().rate();
    leastFees = StoredAmounts.of(profile.fee().least()).encode();
    signatureScheme = profile.signatureScheme();
    suspended = profile.suspended();
    largestPayouts = StoredAmounts.of(profile.limits().largestPayouts()).encode();
    dailyPayouts = StoredAmounts.of(profile.limits().dailyPayouts()).encode();
    payoutsPerHour = profile.limits().payoutsPerHour().orElse(null);
    promptsPerPhone = profile.limits().promptsPerPhone().orElse(null);
    lookUpsPerPhone = profile.limits().lookUpsPerPhone().orElse(null);
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
        FeeTerms.stored(feeRate, new JsonObject(leastFees)),
        signatureScheme,
        suspended,
        BusinessLimits.stored(
            new JsonObject(largestPayouts),
            new JsonObject(dailyPayouts),
            payoutsPerHour,
            promptsPerPhone,
            lookUpsPerPhone));
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
