package org.mizani.webhook.endpoint;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.business.BusinessRepository;
import org.mizani.fault.ApiFault;
import org.mizani.fault.WebhookFault;

/** Endpoints of businesses as operators list and disable them. */
@Singleton
public final class BusinessEndpoints {

  private final EndpointRepository endpoints;
  private final SubscriptionBook subscriptions;
  private final BusinessRepository businesses;
  private final AuditLog audit;

  BusinessEndpoints(
      EndpointRepository endpoints,
      SubscriptionBook subscriptions,
      BusinessRepository businesses,
      AuditLog audit) {
    this.endpoints = endpoints;
    this.subscriptions = subscriptions;
    this.businesses = businesses;
    this.audit = audit;
  }

  private record Change(Endpoint before, Endpoint after) {}

  /**
   * The endpoints of a business, newest first.
   *
   * @throws ApiFault.ApiException (as failure) 404 {@code business not found}
   */
  public Uni<List<ListedEndpoint>> list(UUID businessId) {
    return businesses
        .read(businessId)
        .chain(business -> endpoints.list(business.id()))
        .map(found -> found.stream().map(ListedEndpoint::of).toList());
  }

  /**
   * Disables an endpoint, under the business's lock: it gets no more webhooks until its business
   * enables it. One that is disabled already stays as it is, without an audit entry.
   *
   * @throws ApiFault.ApiException (as failure) 404 {@code business not found}, or {@code webhook
   *     endpoint not found} for a deleted one and another business's too
   */
  public Uni<ListedEndpoint> disable(Actor actor, UUID businessId, UUID id) {
    return businesses
        .read(businessId)
        .chain(business -> find(business.id(), id))
        .chain(
            found ->
                found.isEnabled()
                    ? disableEnabled(actor, businessId, id)
                    : Uni.createFrom().item(found))
        .map(ListedEndpoint::of);
  }

  private Uni<Endpoint> disableEnabled(Actor actor, UUID businessId, UUID id) {
    return audit
        .audited(
            actor,
            () ->
                businesses
                    .lock(businessId)
                    .chain(business -> find(business.id(), id))
                    .chain(
                        before ->
                            endpoints.disable(id).map(disabled -> new Change(before, disabled))),
            made ->
                EndpointEntries.of("disable", businessId, Optional.of(made.before()), made.after()))
        .map(Change::after)
        .call(subscriptions::refreshAfterChange);
  }

  private Uni<Endpoint> find(long businessId, UUID id) {
    return endpoints
        .find(businessId, id)
        .map(
            found ->
                found
                    .filter(one -> !one.isDeleted())
                    .orElseThrow(WebhookFault.ENDPOINT_NOT_FOUND::asException));
  }
}
