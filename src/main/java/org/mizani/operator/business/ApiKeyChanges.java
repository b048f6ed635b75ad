package org.mizani.operator.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.BusinessRepository;
import org.mizani.business.KeyTerms;

/**
 * Changes of API keys, each in one transaction with its audit entry. A change takes the business's
 * lock: of two at once one comes after the other.
 */
@Singleton
final class ApiKeyChanges {

  private final AuditLog audit;
  private final BusinessRepository businesses;
  private final ApiKeys apiKeys;

  ApiKeyChanges(AuditLog audit, BusinessRepository businesses, ApiKeys apiKeys) {
    this.audit = audit;
    this.businesses = businesses;
    this.apiKeys = apiKeys;
  }

  /**
   * Issues another key of a business.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code business not found}; 400
   *     for an end in the past
   */
  Uni<ApiKeys.Issued> issue(Actor actor, UUID businessId, KeyTerms terms) {
    return audit.audited(
        actor,
        () -> businesses.lock(businessId).chain(business -> apiKeys.issue(business.id(), terms)),
        issued -> entry("api-key.create", businessId, Map.of(), issued.key()));
  }

  /**
   * Changes the terms of a key.
   *
   * @param change makes the new terms of the present ones
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 for an unknown business or key;
   *     400 for a new end in the past
   */
  Uni<ApiKey> change(Actor actor, UUID businessId, String key, UnaryOperator<KeyTerms> change) {
    return audited(
        actor,
        "api-key.change",
        businessId,
        key,
        found -> apiKeys.change(found, change.apply(found.terms())));
  }

  /**
   * Revokes a key; one that is revoked already stays as it is.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 for an unknown business or key
   */
  Uni<ApiKey> revoke(Actor actor, UUID businessId, String key) {
    return audited(actor, "api-key.revoke", businessId, key, apiKeys::revoke);
  }

  private record Change(Map<String, Object> before, ApiKey after) {}

  private Uni<ApiKey> audited(
      Actor actor,
      String action,
      UUID businessId,
      String key,
      Function<ApiKey, Uni<ApiKey>> change) {
    return audit
        .audited(
            actor,
            () ->
                businesses
                    .lock(businessId)
                    .chain(business -> apiKeys.find(business.id(), key))
                    .chain(found -> changed(found, change)),
            made -> entry(action, businessId, made.before(), made.after()))
        .map(Change::after);
  }

  private static Uni<Change> changed(ApiKey key, Function<ApiKey, Uni<ApiKey>> change) {
    Map<String, Object> before = fields(key);
    return change.apply(key).map(after -> new Change(before, after));
  }

  private static Entry entry(
      String action, UUID businessId, Map<String, Object> before, ApiKey after) {
    String subject = AuditLog.business(businessId) + "/api-keys/" + after.key();
    return new Entry(action, subject, before, fields(after));
  }

  private static Map<String, Object> fields(ApiKey key) {
    ApiKeyForm form = ApiKeyForm.of(key.terms());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", form.name());
    fields.put("scopes", form.scopes());
    fields.put("allowedNetworks", form.allowedNetworks());
    fields.put("expiresAt", form.expiresAt());
    fields.put("createdAt", shown(Optional.of(key.createdAt())));
    fields.put("revokedAt", shown(key.revokedAt()));
    return fields;
  }

  private static String shown(Optional<Instant> time) {
    return time.map(present -> present.truncatedTo(ChronoUnit.MILLIS).toString()).orElse(null);
  }
}
