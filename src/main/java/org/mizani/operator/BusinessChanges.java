package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.mizani.business.Business;
import org.mizani.business.BusinessProfile;
import org.mizani.business.BusinessRegister;
import org.mizani.webhook.WebhookSecret;
import org.mizani.webhook.WebhookSecrets;

/** Registers and changes businesses, each time in one transaction with the audit entry. */
@Singleton
final class BusinessChanges {

  private final AuditLog audit;
  private final BusinessRegister register;
  private final WebhookSecrets webhookSecrets;
  private final SecureRandom random = new SecureRandom();

  BusinessChanges(AuditLog audit, BusinessRegister register, WebhookSecrets webhookSecrets) {
    this.audit = audit;
    this.register = register;
    this.webhookSecrets = webhookSecrets;
  }

  /** A new business and what its webhooks are signed with: without a secret they would not be. */
  record Created(Business business, WebhookSecret webhookSecret) {}

  Uni<Created> create(BusinessProfile profile) {
    WebhookSecret secret = WebhookSecret.random(random);
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
