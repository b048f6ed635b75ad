package org.mizani.operator.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.apikey.ApiKeyEntries;
import org.mizani.apikey.ApiKeyForm;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.BusinessRepository;
import org.mizani.business.KeyChange;
import org.mizani.business.KeyTerms;
import org.mizani.business.SecretDrawer;
import org.mizani.fault.ApiFault;
import org.mizani.operator.access.Requesters;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalConfig;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.HeldOperation;

/**
 * Changes of API keys, each in one transaction with its audit entry. A change takes the business's
 * lock: of two at once one comes after the other.
 */
@Singleton
final class ApiKeyChanges implements HeldOperation<HeldKey> {

  private final AuditLog audit;
  private final Approvals approvals;
  private final ApprovalRules rules;
  private final BusinessRepository businesses;
  private final ApiKeys apiKeys;
  private final Requesters requesters;
  private final Duration drawWithin;

  ApiKeyChanges(
      AuditLog audit,
      Approvals approvals,
      ApprovalRules rules,
      BusinessRepository businesses,
      ApiKeys apiKeys,
      Requesters requesters,
      ApprovalConfig config) {
    this.audit = audit;
    this.approvals = approvals;
    this.rules = rules;
    this.businesses = businesses;
    this.apiKeys = apiKeys;
    this.requesters = requesters;
    this.drawWithin = config.drawWithin();
  }

  /**
   * Issues another key of a business.
   *
   * @throws ApiFault.ApiException (as failure) 404 {@code business not found}; 400 for an end in
   *     the past; as {@link Approvals#request}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) where new keys wait
   */
  Uni<ApiKeys.Issued> issue(Actor actor, UUID businessId, KeyTerms terms) {
    HeldKey held = HeldKey.issued(businessId, ApiKeyForm.of(terms));
    return approvals.carryOut(
        actor,
        () ->
            audit.audited(
                actor,
                () -> businesses.lock(businessId).chain(found -> apiKeys.issue(found.id(), terms)),
                issued -> ApiKeyEntries.created(businessId, issued.key())),
        issued -> Optional.of(held.asked()).filter(asked -> rules.apiKeysWait()));
  }

  /**
   * Draws the secret of a key that was issued with another operator's approval.
   *
   * @throws ApiFault.ApiException (as failure) 404 for an unknown business or key; as {@link
   *     ApiKeys#drawSecret}; 409 if the operator's access has changed since its request came
   */
  Uni<ApiKeys.Issued> drawSecret(Actor actor, UUID businessId, String key) {
    return audit.audited(
        actor,
        () ->
            locked(businessId, key)
                .chain(found -> drawer(actor).chain(drawer -> apiKeys.drawSecret(found, drawer))),
        drawn -> ApiKeyEntries.drawn(businessId, key));
  }

  private Uni<SecretDrawer> drawer(Actor operator) {
    return requesters
        .requireSame(operator)
        .replaceWith(new SecretDrawer(operator.key(), operator.epoch()));
  }

  /**
   * Changes the terms of a key.
   *
   * @throws ApiFault.ApiException (as failure) 404 for an unknown business or key; 400 for a new
   *     end in the past
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for terms by which it may pay
   *     more, where those wait
   */
  Uni<ApiKey> change(Actor actor, UUID businessId, String key, KeyChange change) {
    return approvals
        .carryOut(
            actor,
            () -> applied(actor, businessId, key, change),
            made -> held(businessId, made, change.ofScopes()).map(HeldKey::asked))
        .map(Change::after);
  }

  private Uni<Change> applied(Actor actor, UUID businessId, String key, KeyChange change) {
    return audited(
        actor,
        ApprovalAction.API_KEY_CHANGE.code(),
        businessId,
        key,
        found -> apiKeys.change(found, change));
  }

  private Optional<HeldKey> held(UUID businessId, Change made, boolean ofScopes) {
    KeyTerms wanted = made.after().terms();
    return rules.apiKeysWait() && wanted.letActBeyond(made.known())
        ? Optional.of(
            new HeldKey(
                businessId,
                made.after().key(),
                ApiKeyForm.of(made.known()),
                ApiKeyForm.of(wanted),
                ofScopes ? true : null))
        : Optional.empty();
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.API_KEY, ApprovalAction.API_KEY_CHANGE);
  }

  @Override
  public Class<HeldKey> type() {
    return HeldKey.class;
  }

  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, HeldKey held) {
    return Uni.createFrom()
        .item(
            () ->
                () ->
                    held.isNew()
                        ? issueUndrawn(requester, held)
                        : applied(requester, held.businessId(), held.key(), held.change())
                            .replaceWithVoid());
  }

  private Uni<Void> issueUndrawn(Actor requester, HeldKey held) {
    KeyTerms terms = held.wanted().parsed();
    return audit
        .audited(
            requester,
            () ->
                businesses
                    .lock(held.businessId())
                    .chain(
                        found ->
                            drawer(requester)
                                .chain(
                                    drawer ->
                                        apiKeys.issueUndrawn(
                                            found.id(), terms, drawer, drawWithin))),
            made -> ApiKeyEntries.created(held.businessId(), made))
        .replaceWithVoid();
  }

  /**
   * Revokes a key; one that is revoked already stays as it is.
   *
   * @throws ApiFault.ApiException (as failure) 404 for an unknown business or key
   */
  Uni<ApiKey> revoke(Actor actor, UUID businessId, String key) {
    return audited(actor, ApiKeyEntries.REVOKE, businessId, key, apiKeys::revoke)
        .map(Change::after);
  }

  private record Change(KeyTerms known, Map<String, Object> before, ApiKey after) {}

  private Uni<Change> audited(
      Actor actor,
      String action,
      UUID businessId,
      String key,
      Function<ApiKey, Uni<ApiKey>> change) {
    return audit.audited(
        actor,
        () -> locked(businessId, key).chain(found -> changed(found, change)),
        made -> ApiKeyEntries.changed(action, businessId, made.before(), made.after()));
  }

  private Uni<ApiKey> locked(UUID businessId, String key) {
    return businesses.lock(businessId).chain(business -> apiKeys.find(business.id(), key));
  }

  private static Uni<Change> changed(ApiKey key, Function<ApiKey, Uni<ApiKey>> change) {
    KeyTerms known = key.terms();
    Map<String, Object> before = ApiKeyEntries.fields(key);
    return change.apply(key).map(after -> new Change(known, before, after));
  }
}
