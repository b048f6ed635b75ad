package org.mizani.webhook.endpoint;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Endpoint of a business as it is stored, without its secrets.
 *
 * @param url null once it is deleted
 * @param host {@code host:port} of its URL
 * @param kinds the kinds of event that it gets
 * @param ordered whether an event waits for the earlier one of its payment
 * @param previousUntil when the secret before the last rotation ends; null if there is none
 * @param testedAt of its last test event; null if there was none
 */
@RegisterForReflection
record Endpoint(
    UUID id,
    String url,
    String host,
    String[] kinds,
    boolean ordered,
    String status,
    Instant previousUntil,
    Instant testedAt,
    Instant createdAt,
    Instant updatedAt) {

  boolean isEnabled() {
    return status.equals("enabled");
  }

  boolean isDeleted() {
    return status.equals("deleted");
  }

  /** The fields that audit entries show: the URL may contain a token. */
  Map<String, Object> audited() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("host", host);
    fields.put("kinds", List.of(kinds));
    fields.put("ordered", ordered);
    fields.put("status", status);
    return fields;
  }

  @Override
  public String toString() {
    return "Endpoint[" + id + " at " + host + "]";
  }
}
