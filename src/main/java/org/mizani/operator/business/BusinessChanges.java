package org.mizani.operator.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.mizani.business.Business;
import org.mizani.business.BusinessProfile;
import org.mizani.business.BusinessRepository;
import org.mizani.operator.audit.AuditLog;
import org.mizani.webhook.WebhookSecret;
import org.mizani.webhook.WebhookSecrets;
import org.mizani.webhook.address.CallbackGuard;
import org.mizani.webhook.address.CallbackUrl;

/** Registers and changes businesses, each time in one transaction with the audit entry. */
@Singleton
final class BusinessChanges {

  private final AuditLog audit;
  private final BusinessRepository register;
  private final WebhookSecrets webhookSecrets;
  private final CallbackGuard callbacks;
  private final SecureRandom random = new SecureRandom();

  BusinessChanges(
      AuditLog audit,
      BusinessRepository register,
      WebhookSecrets webhookSecrets,
      CallbackGuard callbacks) {
    this.audit = audit;
    this.register = register;
    this.webhookSecrets = webhookSecrets;
    this.callbacks = callbacks;
  }

  /** A new business and what its webhooks are signed with: without a secret they would not be. */
  record Created(Business business, WebhookSecret webhookSecret) {}

  /** Registers a business; fails with 400 for a URL that leads to no public address. */
  Uni<Created> create(BusinessProfile profile) {
    return requirePublic(BusinessProfile.named(profile.name()), profile)
        .chain(() -> enter(profile, WebhookSecret.random(random)));
  }

  private Uni<Created> enter(BusinessProfile profile, WebhookSecret secret) {
    return audit.audited(
        () ->
            register
                .enter(profile)
                .call(business -> webhookSecrets.add(business.id(), secret))
                .map(business -> new Created(business, secret)),
        created -> BusinessEntries.created(created.business()));
  }

  private record Change(Business before, Business after) {}

  /** Makes of what is said of a business now what is to be said; fails with 404 or 400. */
  Uni<Business> change(UUID businessId, UnaryOperator<BusinessProfile> change) {
    return register
        .read(businessId)
        .chain(known -> requirePublic(known.profile(), change.apply(known.profile())))
        .chain(() -> apply(businessId, change));
  }

  /** Of the URLs that change; before the transaction, which waits for no name's server. */
  private Uni<Void> requirePublic(BusinessProfile before, BusinessProfile after) {
    Optional<CallbackUrl> payouts = changed(before.callbackUrl(), after.callbackUrl());
    Optional<CallbackUrl> collections =
        changed(before.collectionCallbackUrl(), after.collectionCallbackUrl());
    return callbacks
        .check("callbackUrl", payouts)
        .chain(() -> callbacks.check("collectionCallbackUrl", collections));
  }

  private static Optional<CallbackUrl> changed(Optional<String> before, Optional<String> after) {
    return after.equals(before) ? Optional.empty() : after.flatMap(CallbackUrl::find);
  }

  private Uni<Business> apply(UUID businessId, UnaryOperator<BusinessProfile> change) {
    return audit
        .audited(
            () ->
                register
                    .lock(businessId)
                    .chain(
                        before ->
                            register
                                .change(before.id(), change.apply(before.profile()))
                                .map(after -> new Change(before, after))),
            made -> BusinessEntries.changed(made.before(), made.after()))
        .map(Change::after);
  }
}
