package org.mizani.business;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.hibernate.annotations.Formula;
import org.mizani.service.ServiceEnvironment;

/** API key of a business, without its secret. */
@Entity
public class ApiKey extends PanacheEntityBase {

  private static final String SIGNING_LEGACY =
      """
      SELECT k.id, k.key, k.secretEncrypted
      FROM ApiKey k JOIN Business b ON b.id = k.businessId
      WHERE k.id IN ?1 AND b.signatureScheme = ?2 AND k.secretEncrypted IS NOT NULL
      """;

  private static final String NOT_EXPIRED_AT = " and (expiresAt is null or expiresAt > ?2)";

  private static final String VALID_AFTER =
      "businessId = ?1 and (revokedAt is null or revokedAt > ?2)" + NOT_EXPIRED_AT;

  private static final String USABLE_AT =
      "businessId = ?1 and revokedAt is null and secretFor is null" + NOT_EXPIRED_AT;

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private long businessId;
  private ServiceEnvironment environment;
  private String key;
  private byte[] secretHash;
  private byte[] signatureEncrypted;
  private byte[] secretEncrypted;
  private String secretFor;
  private Long secretForEpoch;
  private Instant secretUntil;
  private String name;
  private String[] scopes;
  private String[] allowedNetworks;
  private Instant expiresAt;
  private String createdBy;
  private Instant createdAt;
  private Instant revokedAt;

  // The windows of the last minutes are not in its column yet (access.RateLimiter).
  @Formula(
      "greatest(last_used_at,"
          + " (SELECT max(w.starts_at) FROM rate_window w WHERE w.api_key_id = id))")
  private Instant lastUsedAt;

  protected ApiKey() {}

  /** A new key. */
  ApiKey(
      long businessId,
      ServiceEnvironment environment,
      String key,
      KeySecret secret,
      KeyTerms terms,
      Instant now) {
    this.businessId = businessId;
    this.environment = environment;
    this.key = key;
    this.createdAt = now;
    replaceSecret(secret);
    change(terms, true);
  }

  /** The key of this text, if it is the business's. */
  static Uni<Optional<ApiKey>> of(long businessId, String key) {
    return ApiKey.<ApiKey>find("businessId = ?1 and key = ?2", businessId, key)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /** Up to this many keys of a business with smaller ids, newest first. */
  static Uni<List<ApiKey>> below(long businessId, long id, int most) {
    return find("businessId = ?1 and id < ?2", Sort.descending("id"), businessId, id)
        .page(0, most)
        .list();
  }

  /** The number of the business's keys that are valid, or were so after this time. */
  static Uni<Long> countValidAfter(long businessId, Instant time) {
    return count(VALID_AFTER, businessId, time);
  }

  /**
   * Keys of a business that are valid at this time and whose secret is known to it. A revoked one
   * is none, also with a later time: a transaction that waited for a lock has begun before.
   */
  static Uni<List<ApiKey>> usableAt(long businessId, Instant now) {
    return list(USABLE_AT, businessId, now);
  }

  /** Whether any business has, or had, a key of this text. */
  static Uni<Boolean> exists(String key) {
    return count("key", key).map(count -> count > 0);
  }

  /** Those of these keys whose business has webhooks signed by the legacy scheme. */
  public static Uni<List<LegacySecret>> signingLegacy(Collection<Long> ids) {
    return find(SIGNING_LEGACY, ids, SignatureScheme.LEGACY).project(LegacySecret.class).list();
  }

  /** Replaces its secret; the one before opens nothing any more. */
  final void replaceSecret(KeySecret secret) {
    secretHash = secret.hash().bytes();
    signatureEncrypted = secret.signatureEncrypted();
    secretEncrypted = secret.secretEncrypted().orElse(null);
    letNobodyDraw();
  }

  /** Lets this operator draw another secret, once and until this time. */
  void letDraw(SecretDrawer drawer, Instant until) {
    secretFor = drawer.operator();
    secretForEpoch = drawer.epoch().orElse(null);
    secretUntil = until;
  }

  private void letNobodyDraw() {
    secretFor = null;
    secretForEpoch = null;
    secretUntil = null;
  }

  /** Keeps the key of the same business that has made it. */
  void isMadeBy(ApiKey other) {
    createdBy = other.key;
  }

  /** Replaces its terms; its scopes only where the change is of them. */
  final void change(KeyTerms terms, boolean ofScopes) {
    name = terms.name().orElse(null);
    if (ofScopes) {
      scopes = terms.scopes().stream().sorted().map(KeyScope::code).toArray(String[]::new);
    }
    allowedNetworks = terms.allowedNetworks().toArray(String[]::new);
    expiresAt = terms.expiresAt().orElse(null);
  }

  /** Revokes it for good; a key revoked before keeps the time of that. */
  void revoke(Instant now) {
    revokedAt = revokedAt().orElse(now);
    letNobodyDraw();
  }

  /** The database's id. */
  public long id() {
    return id;
  }

  /** The database's id of its business. */
  public long businessId() {
    return businessId;
  }

  /** Its public text. */
  public String key() {
    return key;
  }

  /** Whether its secret is kept, encrypted, to sign webhooks by the legacy scheme. */
  public boolean signsLegacy() {
    return secretEncrypted != null;
  }

  /** The operator that may draw its secret; empty once it is drawn, and for any other key. */
  public Optional<String> secretFor() {
    return Optional.ofNullable(secretFor);
  }

  /** When that operator may draw it no more: then nobody ever does. */
  public Optional<Instant> secretUntil() {
    return Optional.ofNullable(secretUntil);
  }

  /** The same operator, as it may draw. */
  Optional<SecretDrawer> drawer() {
    return secretFor()
        .map(operator -> new SecretDrawer(operator, Optional.ofNullable(secretForEpoch)));
  }

  /** Its terms, as they are now. */
  public KeyTerms terms() {
    return new KeyTerms(
        Optional.ofNullable(name),
        KeyScope.stored(scopes),
        List.of(allowedNetworks),
        Optional.ofNullable(expiresAt));
  }

  /** The minute of its last counted request; empty before the first. */
  public Optional<Instant> lastUsedAt() {
    return Optional.ofNullable(lastUsedAt);
  }

  /** The key of the same business that made it; empty if an operator did. */
  public Optional<String> createdBy() {
    return Optional.ofNullable(createdBy);
  }

  public Instant createdAt() {
    return createdAt;
  }

  /** Since when it is refused. */
  public Optional<Instant> revokedAt() {
    return Optional.ofNullable(revokedAt);
  }

  @Override
  public String toString() {
    return "ApiKey[" + key + "]";
  }
}
