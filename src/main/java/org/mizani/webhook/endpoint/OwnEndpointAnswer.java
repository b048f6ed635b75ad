package org.mizani.webhook.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mizani.database.ShownTime;
import org.mizani.webhook.WebhookSecret;

/**
 * Answer with an endpoint to its own business.
 *
 * @param url null once it is deleted
 * @param ordered whether an event waits for the earlier one of its payment
 * @param secret shown once, in the answer to its creation or rotation
 * @param previousSecretUntil when the secret before ends; null if none is valid
 */
record OwnEndpointAnswer(
    String id,
    String url,
    List<String> kinds,
    boolean ordered,
    String status,
    @JsonInclude(JsonInclude.Include.NON_NULL) String secret,
    Instant previousSecretUntil,
    Instant createdAt,
    Instant updatedAt) {

  static OwnEndpointAnswer of(Endpoint endpoint) {
    return of(endpoint, Optional.empty());
  }

  static OwnEndpointAnswer of(Endpoint endpoint, WebhookSecret secret) {
    return of(endpoint, Optional.of(secret));
  }

  private static OwnEndpointAnswer of(Endpoint endpoint, Optional<WebhookSecret> secret) {
    return new OwnEndpointAnswer(
        endpoint.id().toString(),
        endpoint.url(),
        List.of(endpoint.kinds()),
        endpoint.ordered(),
        endpoint.status(),
        secret.map(WebhookSecret::text).orElse(null),
        ShownTime.of(endpoint.previousUntil()),
        ShownTime.of(endpoint.createdAt()),
        ShownTime.of(endpoint.updatedAt()));
  }

  @Override
  public String toString() {
    return "OwnEndpointAnswer[" + id + "]";
  }
}
