package org.mizani.operator.business;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.Business;
import org.mizani.business.BusinessProfile;
import org.mizani.business.BusinessRepository;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ErrorCode;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.HeldOperation;
import org.mizani.webhook.WebhookSecret;
import org.mizani.webhook.WebhookSecrets;
import org.mizani.webhook.address.CallbackGuard;
import org.mizani.webhook.address.CallbackUrl;

/** Registration and changes of businesses, each in one transaction with its audit entry. */
@Singleton
final class BusinessChanges implements HeldOperation<HeldFee> {

  private final AuditLog audit;
  private final Approvals approvals;
  private final ApprovalRules rules;
  private final BusinessRepository businesses;
  private final WebhookSecrets webhookSecrets;
  private final CallbackGuard callbacks;
  private final SecureRandom random = new SecureRandom();

  BusinessChanges(
      AuditLog audit,
      Approvals approvals,
      ApprovalRules rules,
      BusinessRepository businesses,
      WebhookSecrets webhookSecrets,
      CallbackGuard callbacks) {
    this.audit = audit;
    this.approvals = approvals;
    this.rules = rules;
    this.businesses = businesses;
    this.webhookSecrets = webhookSecrets;
    this.callbacks = callbacks;
  }

  /** A new business and the secret that its webhooks are signed with. */
  record Created(Business business, WebhookSecret webhookSecret) {}

  /**
   * Registers a business.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 400 for a URL that leads to no
   *     public address
   */
  Uni<Created> create(Actor actor, BusinessProfile profile) {
    return requirePublic(BusinessProfile.named(profile.name()), profile)
        .chain(() -> enter(actor, profile, WebhookSecret.random(random)));
  }

  private Uni<Created> enter(Actor actor, BusinessProfile profile, WebhookSecret secret) {
    return audit.audited(
        actor,
        () ->
            businesses
                .enter(profile)
                .call(business -> webhookSecrets.add(business.id(), secret))
                .map(business -> new Created(business, secret)),
        created -> entry("business.create", Map.of(), created.business()));
  }

  private record Change(BusinessProfile before, Business after) {}

  /**
   * Changes a business.
   *
   * @param change makes the new profile of the present one
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code business not found}; 400
   *     for a changed URL that leads to no public address, or for other changes beside that of a
   *     fee that waits
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for another fee, where that
   *     waits
   */
  Uni<Business> change(Actor actor, UUID businessId, UnaryOperator<BusinessProfile> change) {
    return businesses
        .read(businessId)
        .chain(known -> requirePublic(known.profile(), change.apply(known.profile())))
        .chain(
            () -> approvals.carryOut(actor, () -> apply(actor, businessId, change), this::heldFee))
        .map(Change::after);
  }

  private Optional<Asked> heldFee(Change change) {
    BusinessProfile before = change.before();
    BusinessProfile after = change.after().profile();
    if (!rules.feesWait() || before.fee().isSameAs(after.fee())) {
      return Optional.empty();
    }
    UUID businessId = change.after().publicId();
    HeldFee held = HeldFee.of(businessId, before.fee(), after.fee());
    Map<String, Object> fields = held.fields();
    if (!before.withFee(after.fee()).equals(after)) {
      String rule =
          fields.size() == 1
              ? " must be changed alone, as it waits for another operator"
              : " must be changed alone, as they wait for another operator";
      throw ApiFault.of(ErrorCode.FIELD_VALUE, String.join(" and ", fields.keySet()) + rule)
          .at(fields.keySet().iterator().next())
          .asException();
    }
    return Optional.of(Asked.once(ApprovalAction.FEE, AuditLog.business(businessId), fields, held));
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.FEE);
  }

  @Override
  public Class<HeldFee> type() {
    return HeldFee.class;
  }

  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, HeldFee fee) {
    return Uni.createFrom()
        .item(
            () ->
                () ->
                    apply(
                            requester,
                            fee.businessId(),
                            profile -> profile.withFee(fee.appliedTo(profile.fee())))
                        .replaceWithVoid());
  }

  /** Checks the URLs that change, before the transaction: it must not wait for a name server. */
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

  private Uni<Change> apply(Actor actor, UUID businessId, UnaryOperator<BusinessProfile> change) {
    return audit.audited(
        actor,
        () -> businesses.lock(businessId).chain(business -> apply(business, change)),
        made -> entry("business.change", BusinessForm.of(made.before()).audited(), made.after()));
  }

  private Uni<Change> apply(Business business, UnaryOperator<BusinessProfile> change) {
    BusinessProfile before = business.profile();
    return businesses
        .change(business, change.apply(before))
        .map(after -> new Change(before, after));
  }

  private static Entry entry(String action, Map<String, Object> before, Business after) {
    return new Entry(
        action,
        AuditLog.business(after.publicId()),
        before,
        BusinessForm.of(after.profile()).audited());
  }
}
