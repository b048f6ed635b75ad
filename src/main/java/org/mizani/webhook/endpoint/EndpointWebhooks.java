package org.mizani.webhook.endpoint;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.webhook.WebhookWriter;

/** Writer of the webhooks to the endpoints of a business. */
@Singleton
public final class EndpointWebhooks {

  private static final Uni<List<EndpointWebhook>> NONE = Uni.createFrom().item(List.of());

  private final SubscriptionBook subscriptions;
  private final WebhookWriter writer;

  EndpointWebhooks(SubscriptionBook subscriptions, WebhookWriter writer) {
    this.subscriptions = subscriptions;
    this.writer = writer;
  }

  /**
   * The webhooks of an event, one for each endpoint that gets its kind; without a query as a rule.
   *
   * @param body made only if there is an endpoint: the call-back's, without its signature
   */
  public Uni<List<EndpointWebhook>> of(long businessId, EventKind kind, Supplier<Record> body) {
    return subscriptions
        .of(businessId, kind)
        .chain(endpoints -> endpoints.isEmpty() ? NONE : written(endpoints, body.get()));
  }

  private Uni<List<EndpointWebhook>> written(List<Subscription> endpoints, Record body) {
    return Uni.createFrom().item(endpoints.stream().map(one -> write(one, body)).toList());
  }

  private EndpointWebhook write(Subscription endpoint, Record body) {
    UUID id = writer.newId();
    return new EndpointWebhook(
        id, endpoint.endpointId(), endpoint.receiver(), writer.encrypted(id, body));
  }
}
