package org.mizani.apikey;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.mizani.access.Caller;
import org.mizani.apikey.LockedCallers.LockedCaller;
import org.mizani.audit.AuditLog;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.KeyScope;
import org.mizani.business.KeyTerms;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SharedBulkhead;
import org.mizani.fault.ApiFault;
import org.mizani.fault.KeyFault;
import org.mizani.repeat.RecordedKeys;
import org.mizani.repeat.RequestKey;

/**
 * API keys that a business makes and revokes by one of its own (ADR 35). Each change takes the
 * business's lock, beside few others, reads that key again under it, and is in one transaction with
 * its audit entry: of two keys that revoke each other at once, one comes too late.
 */
@Singleton
final class OwnApiKeys {

  /** A key still counts so long after its end, or a program would make and revoke without end. */
  private static final Duration COUNTED_AFTER_END = Duration.ofDays(1);

  private final AuditLog audit;
  private final LockedCallers callers;
  private final ApiKeys apiKeys;
  private final RecordedKeys requests;
  private final int most;
  private final SharedBulkhead atOnce;

  /**
   * @throws ConfigurationException for a limit that no key fits in
   */
  OwnApiKeys(
      AuditLog audit,
      LockedCallers callers,
      ApiKeys apiKeys,
      RecordedKeys requests,
      ApiKeyConfig config,
      DatabaseConfig databaseConfig) {
    if (config.most() < 1) {
      throw new ConfigurationException("PAYMENTS_API_KEYS_MOST must be at least 1.");
    }
    if (config.atOnce() < 1) {
      throw new ConfigurationException("PAYMENTS_API_KEYS_AT_ONCE must be at least 1.");
    }
    this.atOnce = new SharedBulkhead(config.atOnce(), databaseConfig.timeout());
    this.audit = audit;
    this.callers = callers;
    this.apiKeys = apiKeys;
    this.requests = requests;
    this.most = config.most();
  }

  /**
   * Makes another key of the caller's business, which may do no more than the caller's key.
   *
   * @param form its scopes are checked already; networks and end that it leaves out are those of
   *     the caller's key
   * @param request its idempotency key, under which it makes one key
   * @throws ApiFault.ApiException (as failure) 401 if the caller's key has ended by now; 403 if the
   *     business is suspended by now, or for a scope that the key lacks; 400 for networks or an end
   *     beyond its own; 409 for one key too many, and for a repeat; 422 for an idempotency key of
   *     another request
   */
  Uni<ApiKeys.Issued> issue(
      Caller caller, String requestId, ApiKeyForm form, Optional<RequestKey> request) {
    return atOnce.take(
        caller.businessId(),
        () ->
            audit.audited(
                ApiKeyEntries.actor(caller, requestId),
                () ->
                    lock(caller)
                        .chain(
                            locked ->
                                requests.once(
                                    caller,
                                    request,
                                    () -> issueBy(locked.own(), form),
                                    made -> KeyFault.alreadyMade(made.key().key()))),
                made -> ApiKeyEntries.created(caller.publicId(), made.key())));
  }

  private Uni<ApiKeys.Issued> issueBy(ApiKey own, ApiKeyForm form) {
    KeyTerms terms = form.completedBy(own.terms()).parsedForKey();
    requireWithin(own.terms(), terms);
    return apiKeys
        .countValidWithin(own.businessId(), COUNTED_AFTER_END)
        .invoke(this::requireRoom)
        .chain(() -> apiKeys.issueBy(own, terms));
  }

  private static void requireWithin(KeyTerms own, KeyTerms wanted) {
    wanted.scopes().stream().sorted().forEach(scope -> LockedCallers.requireScope(own, scope));
    if (!own.include(wanted.allowedNetworks())) {
      throw KeyFault.NETWORKS_BEYOND_OWN.asException();
    }
    if (!own.lastUntil(wanted.expiresAt())) {
      throw KeyFault.END_BEYOND_OWN.asException();
    }
  }

  private void requireRoom(long counted) {
    if (counted >= most) {
      throw KeyFault.TOO_MANY_KEYS.asException();
    }
  }

  /**
   * Revokes a key of the caller's business. One that is revoked already stays as it is, and the
   * audit log too: a program that repeats itself would fill it.
   *
   * @throws ApiFault.ApiException (as failure) 401 if the caller's key has ended by now; 404 if the
   *     business has no such key; 409 for the caller's own key while no other one can manage keys
   */
  Uni<ApiKey> revoke(Caller caller, String requestId, String key) {
    return apiKeys
        .find(caller.businessId(), key)
        .chain(
            found ->
                found.revokedAt().isPresent()
                    ? Uni.createFrom().item(found)
                    : revokeValid(caller, requestId, key));
  }

  private Uni<ApiKey> revokeValid(Caller caller, String requestId, String key) {
    return atOnce
        .take(
            caller.businessId(),
            () ->
                audit.audited(
                    ApiKeyEntries.actor(caller, requestId),
                    () -> lock(caller).chain(locked -> revoked(locked, caller, key)),
                    made ->
                        ApiKeyEntries.changed(
                            ApiKeyEntries.REVOKE, caller.publicId(), made.before(), made.after())))
        .map(Revocation::after);
  }

  private record Revocation(Map<String, Object> before, ApiKey after) {}

  private Uni<Revocation> revoked(LockedCaller locked, Caller caller, String key) {
    if (locked.own().key().equals(key)) {
      requireAnotherManager(locked);
    }
    return apiKeys
        .find(caller.businessId(), key)
        .chain(
            found -> {
              Map<String, Object> before = ApiKeyEntries.fields(found);
              return apiKeys.revoke(found).map(after -> new Revocation(before, after));
            });
  }

  private static void requireAnotherManager(LockedCaller locked) {
    long own = locked.own().id();
    if (locked.usable().stream().noneMatch(other -> other.id() != own && isManager(other))) {
      throw KeyFault.LAST_MANAGE_KEY.asException();
    }
  }

  private static boolean isManager(ApiKey key) {
    return key.terms().scopes().contains(KeyScope.MANAGE);
  }

  private Uni<LockedCaller> lock(Caller caller) {
    return callers.lock(caller, KeyScope.MANAGE);
  }
}
