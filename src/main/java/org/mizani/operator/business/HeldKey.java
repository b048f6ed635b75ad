package org.mizani.operator.business;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.mizani.apikey.ApiKeyForm;
import org.mizani.audit.AuditLog;
import org.mizani.business.KeyChange;
import org.mizani.business.KeyTerms;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.Asked;

/**
 * API key, new or with wider terms, as it is stored while it waits for another operator. It has no
 * secret.
 *
 * @param key null for a new one
 * @param known the terms that the change was asked for; null for a new key
 * @param wanted the terms that it gets
 * @param ofScopes true for a change whose request has scopes; null for any other, and for a new key
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
record HeldKey(UUID businessId, String key, ApiKeyForm known, ApiKeyForm wanted, Boolean ofScopes) {

  static HeldKey issued(UUID businessId, ApiKeyForm wanted) {
    return new HeldKey(businessId, null, null, wanted, null);
  }

  boolean isNew() {
    return key == null;
  }

  /** The request of which one waits: for a new key of the business, or for a change of this key. */
  Asked asked() {
    String keys = AuditLog.business(businessId) + "/api-keys";
    return isNew()
        ? Asked.once(ApprovalAction.API_KEY, keys, fields(), this)
        : Asked.once(ApprovalAction.API_KEY_CHANGE, keys + "/" + key, fields(), this);
  }

  /** The wanted terms, and of a change those known terms that differ from them. */
  private Map<String, Object> fields() {
    Map<String, Object> fields = fields(wanted);
    if (!isNew()) {
      Map<String, Object> before = fields(known);
      before.entrySet().removeAll(fields.entrySet());
      fields.put("before", before);
    }
    return fields;
  }

  private static Map<String, Object> fields(ApiKeyForm terms) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", terms.name());
    fields.put("scopes", terms.scopes());
    fields.put("allowedNetworks", terms.allowedNetworks());
    fields.put("expiresAt", terms.expiresAt());
    return fields;
  }

  /**
   * The change of the key; one that an older version holds does not say whether it is of scopes.
   */
  KeyChange change() {
    boolean isOfScopes = Boolean.TRUE.equals(ofScopes) || !wanted.scopes().equals(known.scopes());
    return new KeyChange(this::appliedTo, isOfScopes);
  }

  /**
   * The wanted terms: what was approved is a change of those that were known then, not of any later
   * ones.
   *
   * @throws ApiFault.ApiException 409 if the present terms are others
   */
  private KeyTerms appliedTo(KeyTerms present) {
    if (!ApiKeyForm.of(present).equals(known)) {
      throw OperatorFault.API_KEY_CHANGED.asException();
    }
    return wanted.parsed();
  }
}
