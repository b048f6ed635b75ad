package org.mizani.webhook.endpoint;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;

/** Entries of the audit log about endpoints, by their businesses and by operators. */
final class EndpointEntries {

  private EndpointEntries() {}

  /**
   * The entry of a change of an endpoint.
   *
   * @param before empty if it is new
   */
  static Entry of(String action, UUID businessId, Optional<Endpoint> before, Endpoint after) {
    return new Entry(
        "webhook-endpoint." + action,
        AuditLog.business(businessId) + "/webhook-endpoints/" + after.id(),
        before.map(Endpoint::audited).orElse(Map.of()),
        after.audited());
  }
}
