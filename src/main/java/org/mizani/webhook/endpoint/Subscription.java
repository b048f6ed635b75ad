package org.mizani.webhook.endpoint;

import io.vertx.mutiny.sqlclient.Row;
import java.util.Set;
import java.util.UUID;

/**
 * Endpoint as pods keep it in memory, without its URL.
 *
 * @param kinds the kinds of event that it gets
 * @param enabled whether it gets events now
 * @param change the number of its last change
 */
record Subscription(
    UUID endpointId, long businessId, Set<String> kinds, boolean enabled, long change) {

  static Subscription of(Row row) {
    return new Subscription(
        row.getUUID("id"),
        row.getLong("business_id"),
        Set.of(row.getArrayOfStrings("kinds")),
        row.getString("status").equals("enabled"),
        row.getLong("change"));
  }
}
