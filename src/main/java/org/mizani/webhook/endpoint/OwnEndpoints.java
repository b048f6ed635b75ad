package org.mizani.webhook.endpoint;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.access.Caller;
import org.mizani.apikey.ApiKeyEntries;
import org.mizani.apikey.LockedCallers;
import org.mizani.audit.AuditLog;
import org.mizani.business.KeyScope;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SharedBulkhead;
import org.mizani.fault.ApiFault;
import org.mizani.fault.WebhookFault;
import org.mizani.repeat.RecordedKeys;
import org.mizani.repeat.RequestKey;
import org.mizani.webhook.WebhookConfig;
import org.mizani.webhook.WebhookSecret;
import org.mizani.webhook.address.CallbackGuard;

/**
 * Endpoints that a business manages itself (ADR 39). Each change takes the business's lock, beside
 * few others, reads the key that sends it again under it, and is in one transaction with its audit
 * entry.
 */
@Singleton
final class OwnEndpoints {

  /** A deleted endpoint still counts so long, or a program would make and delete without end. */
  private static final Duration COUNTED_AFTER_END = Duration.ofDays(1);

  private final EndpointRepository endpoints;
  private final SubscriptionBook subscriptions;
  private final CallbackGuard guard;
  private final LockedCallers callers;
  private final AuditLog audit;
  private final Database database;
  private final RecordedKeys requests;
  private final SharedBulkhead atOnce;
  private final Duration overlap;
  private final int most;
  private final SecureRandom random = new SecureRandom();

  OwnEndpoints(
      EndpointRepository endpoints,
      SubscriptionBook subscriptions,
      CallbackGuard guard,
      LockedCallers callers,
      AuditLog audit,
      Database database,
      RecordedKeys requests,
      EndpointConfig config,
      WebhookConfig webhooks,
      DatabaseConfig databaseConfig) {
    config.validate();
    this.endpoints = endpoints;
    this.subscriptions = subscriptions;
    this.guard = guard;
    this.callers = callers;
    this.audit = audit;
    this.database = database;
    this.requests = requests;
    this.atOnce = new SharedBulkhead(config.endpoints().atOnce(), databaseConfig.timeout());
    this.overlap = webhooks.secrets().overlap();
    this.most = config.endpoints().most();
  }

  /** Sender of a change: the caller and the id of its request. */
  record Sender(Caller caller, String requestId) {}

  private record Change(Endpoint before, Endpoint after) {}

  /** The endpoints of the caller's business, newest first. */
  Uni<List<Endpoint>> list(Caller caller) {
    return endpoints.list(caller.businessId());
  }

  /**
   * One endpoint.
   *
   * @throws ApiFault.ApiException (as failure) 404 for a deleted one and another business's too
   */
  Uni<Endpoint> find(Caller caller, UUID id) {
    return endpoints
        .find(caller.businessId(), id)
        .map(
            found ->
                found
                    .filter(one -> !one.isDeleted())
                    .orElseThrow(WebhookFault.ENDPOINT_NOT_FOUND::asException));
  }

  /**
   * Makes an endpoint.
   *
   * @param request its idempotency key, under which it makes one endpoint
   * @throws ApiFault.ApiException (as failure) 400 for a URL that does not point to a public
   *     address; 401 if the caller's key has ended by now; 403 if the business is suspended by now;
   *     409 for one endpoint too many, and for a repeat; 422 for an idempotency key of another
   *     request
   */
  Uni<OwnEndpointAnswer> create(
      Sender sender, EndpointForm.Terms terms, Optional<RequestKey> request) {
    WebhookSecret secret = WebhookSecret.random(random);
    return guard
        .check("url", Optional.of(terms.url()))
        .chain(
            () ->
                changed(
                    sender,
                    "create",
                    caller ->
                        requests
                            .once(
                                caller,
                                request,
                                () -> insert(caller, terms, secret),
                                made -> WebhookFault.alreadyMade(made.id()))
                            .map(made -> new Change(null, made))))
        .map(made -> OwnEndpointAnswer.of(made, secret));
  }

  private Uni<Endpoint> insert(Caller caller, EndpointForm.Terms terms, WebhookSecret secret) {
    return endpoints
        .count(caller.businessId(), COUNTED_AFTER_END)
        .invoke(this::requireRoom)
        .chain(() -> endpoints.insert(caller.businessId(), terms, secret));
  }

  private void requireRoom(long counted) {
    if (counted >= most) {
      throw WebhookFault.TOO_MANY_ENDPOINTS.asException();
    }
  }

  /** Enables an endpoint; fails as {@link #find} and {@link #create} do. */
  Uni<Endpoint> enable(Sender sender, UUID id) {
    return unlessItIs(
        true, sender, id, () -> changed(sender, "enable", id, found -> endpoints.enable(id)));
  }

  /** Disables an endpoint, likewise: it gets no more webhooks. */
  Uni<Endpoint> disable(Sender sender, UUID id) {
    return unlessItIs(
        false, sender, id, () -> changed(sender, "disable", id, found -> endpoints.disable(id)));
  }

  /** Without a change there is no entry: a program that repeats itself would fill the log. */
  private Uni<Endpoint> unlessItIs(
      boolean enabled, Sender sender, UUID id, Supplier<Uni<Endpoint>> change) {
    return find(sender.caller(), id)
        .chain(found -> found.isEnabled() == enabled ? Uni.createFrom().item(found) : change.get());
  }

  /** Deletes an endpoint, likewise, with its URL and its secrets. */
  Uni<Endpoint> delete(Sender sender, UUID id) {
    return changed(sender, "delete", id, found -> endpoints.delete(id));
  }

  /** Rotates the secret of an endpoint, likewise; the one before is valid for a while. */
  Uni<OwnEndpointAnswer> rotate(Sender sender, UUID id) {
    WebhookSecret secret = WebhookSecret.random(random);
    return changed(sender, "rotate_secret", id, found -> endpoints.rotate(id, secret, overlap))
        .map(rotated -> OwnEndpointAnswer.of(rotated, secret));
  }

  private Uni<Endpoint> changed(
      Sender sender, String action, UUID id, Function<Endpoint, Uni<Endpoint>> change) {
    return changed(
        sender,
        action,
        caller ->
            find(caller, id)
                .chain(before -> change.apply(before).map(after -> new Change(before, after))));
  }

  private Uni<Endpoint> changed(
      Sender sender, String action, Function<Caller, Uni<Change>> change) {
    Caller caller = sender.caller();
    return locked(
            caller,
            () ->
                audit.audited(
                    ApiKeyEntries.actor(caller, sender.requestId()),
                    () -> change.apply(caller),
                    made ->
                        EndpointEntries.of(
                            action,
                            caller.publicId(),
                            Optional.ofNullable(made.before()),
                            made.after())))
        .map(Change::after)
        .call(subscriptions::refreshAfterChange);
  }

  /**
   * Runs work in one transaction under the lock of the caller's business.
   *
   * @throws ApiFault.ApiException (as failure) 401 if the caller's key has ended by now; 403 if the
   *     business is suspended by now
   */
  <T> Uni<T> locked(Caller caller, Supplier<Uni<T>> work) {
    return atOnce.take(
        caller.businessId(),
        () ->
            database.inTransaction(
                () -> callers.lock(caller, KeyScope.MANAGE).chain(locked -> work.get())));
  }
}
