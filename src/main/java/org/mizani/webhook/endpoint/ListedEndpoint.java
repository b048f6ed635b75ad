package org.mizani.webhook.endpoint;

import java.time.Instant;
import java.util.List;
import org.mizani.database.ShownTime;

/**
 * Endpoint of a business as operators see it: without its URL, which may contain a token, and its
 * secrets.
 *
 * @param host {@code host:port} of its URL
 * @param ordered whether an event waits for the earlier one of its payment
 * @param previousSecretUntil when the secret before the last rotation ends; null if none is valid
 * @param testedAt of its last test event; null if there was none
 */
public record ListedEndpoint(
    String id,
    String host,
    List<String> kinds,
    boolean ordered,
    String status,
    Instant previousSecretUntil,
    Instant testedAt,
    Instant createdAt,
    Instant updatedAt) {

  static ListedEndpoint of(Endpoint endpoint) {
    return new ListedEndpoint(
        endpoint.id().toString(),
        endpoint.host(),
        List.of(endpoint.kinds()),
        endpoint.ordered(),
        endpoint.status(),
        ShownTime.of(endpoint.previousUntil()),
        ShownTime.of(endpoint.testedAt()),
        ShownTime.of(endpoint.createdAt()),
        ShownTime.of(endpoint.updatedAt()));
  }
}
