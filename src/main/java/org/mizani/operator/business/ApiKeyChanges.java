package org.mizani.operator.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.ApiKey;
import org.mizani.business.ApiKeys;
import org.mizani.business.BusinessRepository;
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
                issued -> created(businessId, issued.key())),
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
        drawn -> new Entry("api-key.draw-secret", subject(businessId, key), Map.of(), Map.of()));
  }

  private Uni<SecretDrawer> drawer(Actor operator) {
    return requesters
        .requireSame(operator)
        .replaceWith(new SecretDrawer(operator.key(), operator.epoch()));
  }

  /**
   * Changes the terms of a key.
   *
   * @param change makes the new terms of the present ones
   * @throws ApiFault.ApiException (as failure) 404 for an unknown business or key; 400 for a new
   *     end in the past
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for terms by which it may pay
   *     more, where those wait
   */
  Uni<ApiKey> change(Actor actor, UUID businessId, String key, UnaryOperator<KeyTerms> change) {
    return approvals
        .carryOut(
            actor,
            () -> applied(actor, businessId, key, change),
            made -> held(businessId, made).map(HeldKey::asked))
        .map(Change::after);
  }

  private Uni<Change> applied(
      Actor actor, UUID businessId, String key, UnaryOperator<KeyTerms> change) {
    return audited(
        actor,
        ApprovalAction.API_KEY_CHANGE.code(),
        businessId,
        key,
        found -> apiKeys.change(found, change.apply(found.terms())));
  }

  private Optional<HeldKey> held(UUID businessId, Change made) {
    KeyTerms wanted = made.after().terms();
    return rules.apiKeysWait() && wanted.letPayBeyond(made.known())
        ? Optional.of(
            new HeldKey(
                businessId, made.after().key(), ApiKeyForm.of(made.known()), ApiKeyForm.of(wanted)))
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
                        : applied(
                                requester,
                                held.businessId(),
                                held.key(),
                                terms -> wanted(held, terms))
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
            made -> created(held.businessId(), made))
        .replaceWithVoid();
  }

  /** What was approved is a change of the terms that were known then, not of any later ones. */
  private static KeyTerms wanted(HeldKey held, KeyTerms present) {
    if (!ApiKeyForm.of(present).equals(held.known())) {
      throw ApiFault.API_KEY_CHANGED.asException();
    }
    return held.wanted().parsed();
  }

  /**
   * Revokes a key; one that is revoked already stays as it is.
   *
   * @throws ApiFault.ApiException (as failure) 404 for an unknown business or key
   */
  Uni<ApiKey> revoke(Actor actor, UUID businessId, String key) {
    return audited(actor, "api-key.revoke", businessId, key, apiKeys::revoke).map(Change::after);
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
        made -> new Entry(action, subject(businessId, key), made.before(), fields(made.after())));
  }

  private Uni<ApiKey> locked(UUID businessId, String key) {
    return businesses.lock(businessId).chain(business -> apiKeys.find(business.id(), key));
  }

  private static Uni<Change> changed(ApiKey key, Function<ApiKey, Uni<ApiKey>> change) {
    KeyTerms known = key.terms();
    Map<String, Object> before = fields(key);
    return change.apply(key).map(after -> new Change(known, before, after));
  }

  private static Entry created(UUID businessId, ApiKey key) {
    String subject = subject(businessId, key.key());
    return new Entry(ApprovalAction.API_KEY.code(), subject, Map.of(), fields(key));
  }

  private static String subject(UUID businessId, String key) {
    return AuditLog.business(businessId) + "/api-keys/" + key;
  }

  private static Map<String, Object> fields(ApiKey key) {
    ApiKeyForm form = ApiKeyForm.of(key.terms());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", form.name());
    fields.put("scopes", form.scopes());
    fields.put("allowedNetworks", form.allowedNetworks());
    fields.put("expiresAt", form.expiresAt());
    fields.put("createdAt", shown(Optional.of(key.createdAt())));
    fields.put("revokedAt", shown(key.revokedAt()));
    return fields;
  }

  private static String shown(Optional<Instant> time) {
    return time.map(present -> present.truncatedTo(ChronoUnit.MILLIS).toString()).orElse(null);
  }
}
