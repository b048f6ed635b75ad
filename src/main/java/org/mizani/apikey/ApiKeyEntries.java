package org.mizani.apikey;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.ApiKey;
import org.mizani.database.ShownTime;

/** Entries of the audit log about API keys. */
public final class ApiKeyEntries {

  /** The action of a new key. */
  public static final String CREATE = "api-key.create";

  /** The action of a key that is revoked. */
  public static final String REVOKE = "api-key.revoke";

  private ApiKeyEntries() {}

  /** The actor of changes that a business makes by this key: a name that no person can have. */
  public static Actor actor(Caller caller, String requestId) {
    return new Actor("api-key/" + caller.apiKey(), requestId);
  }

  /** The entry of a new key. */
  public static Entry created(UUID businessId, ApiKey key) {
    String subject = subject(businessId, key.key());
    return new Entry(CREATE, subject, Map.of(), fields(key));
  }

  /** The entry of a changed key. */
  public static Entry changed(
      String action, UUID businessId, Map<String, Object> before, ApiKey after) {
    return new Entry(action, subject(businessId, after.key()), before, fields(after));
  }

  /** The entry of a secret that was drawn. */
  public static Entry drawn(UUID businessId, String key) {
    return new Entry("api-key.draw-secret", subject(businessId, key), Map.of(), Map.of());
  }

  private static String subject(UUID businessId, String key) {
    return AuditLog.business(businessId) + "/api-keys/" + key;
  }

  /** The fields of a key as entries show them. */
  public static Map<String, Object> fields(ApiKey key) {
    ApiKeyForm form = ApiKeyForm.of(key.terms());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", form.name());
    fields.put("scopes", form.scopes());
    fields.put("allowedNetworks", form.allowedNetworks());
    fields.put("expiresAt", form.expiresAt());
    fields.put("createdAt", ShownTime.of(key.createdAt()).toString());
    fields.put("revokedAt", key.revokedAt().map(ShownTime::of).map(Instant::toString).orElse(null));
    return fields;
  }
}
