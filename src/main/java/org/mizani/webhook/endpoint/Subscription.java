package org.mizani.webhook.endpoint;

import io.vertx.mutiny.sqlclient.Row;
import java.util.Set;
import java.util.UUID;
import org.mizani.webhook.queue.Receiver;

/**
 * Endpoint as pods keep it in memory, without its URL.
 *
 * @param receiver its name in the outbox
 * @param kinds the kinds of event that it gets
 * @param enabled whether it gets events now
 * @param change the number of its last change
 */
record Subscription(
    UUID endpointId, Receiver receiver, Set<String> kinds, boolean enabled, long change) {

  static Subscription of(Row row) {
    UUID id = row.getUUID("id");
    return new Subscription(
        id,
        Receiver.ofEndpoint(row.getLong("business_id"), row.getString("host"), id),
        Set.of(row.getArrayOfStrings("kinds")),
        row.getString("status").equals("enabled"),
        row.getLong("change"));
  }

  long businessId() {
    return receiver.businessId();
  }
}
