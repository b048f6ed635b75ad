package org.mizani.operator.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.ApiKeys.Issued;
import org.mizani.business.Business;
import org.mizani.business.BusinessRepository;
import org.mizani.operator.audit.AuditLog;
import org.mizani.webhook.WebhookSecret;
import org.mizani.webhook.WebhookSecrets;

/**
 * Gives businesses API keys and webhook secrets and takes keys away, each time in one transaction
 * with the audit entry, and under the business's lock: two at once come one after the other.
 */
@Singleton
final class CredentialChanges {

  private final AuditLog audit;
  private final BusinessRepository register;
  private final ApiKeys apiKeys;
  private final WebhookSecrets webhookSecrets;
  private final SecureRandom random = new SecureRandom();

  CredentialChanges(
      AuditLog audit, BusinessRepository register, ApiKeys apiKeys, WebhookSecrets webhookSecrets) {
    this.audit = audit;
    this.register = register;
    this.apiKeys = apiKeys;
    this.webhookSecrets = webhookSecrets;
  }

  private record IssuedTo(Business business, Issued issued) {}

  /** A new API key. */
  Uni<Issued> issueKey(UUID businessId) {
    return audit
        .audited(
            () ->
                register
                    .lock(businessId)
                    .chain(
                        business ->
                            apiKeys
                                .issue(business.id())
                                .map(issued -> new IssuedTo(business, issued))),
            made -> BusinessEntries.keyIssued(made.business(), made.issued().key()))
        .map(IssuedTo::issued);
  }

  private record Revocation(Business business, ApiKey before, ApiKey after) {}

  /** Revokes an API key; one that is revoked already stays as it is. */
  Uni<ApiKey> revokeKey(UUID businessId, String key) {
    return audit
        .audited(
            () -> register.lock(businessId).chain(business -> revoke(business, key)),
            made -> BusinessEntries.keyRevoked(made.business(), made.before(), made.after()))
        .map(Revocation::after);
  }

  private Uni<Revocation> revoke(Business business, String key) {
    return apiKeys
        .find(business.id(), key)
        .chain(
            before ->
                apiKeys.revoke(before.id()).map(after -> new Revocation(business, before, after)));
  }

  /** A new webhook secret, and when those before it end. */
  record Rotation(Business business, WebhookSecret secret, Optional<Instant> othersEnd) {}

  Uni<Rotation> rotateWebhookSecret(UUID businessId) {
    WebhookSecret secret = WebhookSecret.random(random);
    return audit.audited(
        () ->
            register
                .lock(businessId)
                .chain(
                    business ->
                        webhookSecrets
                            .rotate(business.id(), secret)
                            .map(end -> new Rotation(business, secret, end))),
        made -> BusinessEntries.webhookSecretRotated(made.business(), made.othersEnd()));
  }
}
