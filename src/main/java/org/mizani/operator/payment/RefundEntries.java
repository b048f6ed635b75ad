package org.mizani.operator.payment;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.money.Money;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.HeldOperation;
import org.mizani.refund.CollectionRefunds;
import org.mizani.refund.CollectionRefunds.Refund;

/** Refunds of collections, each with its audit entry in one transaction. */
@Singleton
final class RefundEntries implements HeldOperation<RefundEntries.Held> {

  private final CollectionRefunds refunds;
  private final AuditLog audit;
  private final Approvals approvals;
  private final ApprovalRules rules;

  RefundEntries(
      CollectionRefunds refunds, AuditLog audit, Approvals approvals, ApprovalRules rules) {
    this.refunds = refunds;
    this.audit = audit;
    this.approvals = approvals;
    this.rules = rules;
  }

  /**
   * Refund as it is stored while it waits.
   *
   * @param amount of the request, or the rest that was left then
   */
  @RegisterForReflection(targets = {RefundEntries.Held.class, Money.class})
  record Held(UUID collection, String reference, String reason, Money amount) {}

  /**
   * Enters a refund; repeated with the same reference it moves no money.
   *
   * @param amount in major units; empty for all that is left
   * @return the id of the payout that pays it
   * @throws ApiFault.ApiException (as failure) as {@link CollectionRefunds#enter}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for an amount beyond the limit
   */
  Uni<UUID> enter(Actor actor, UUID collection, CollectionRefunds.Entry refund, String reason) {
    return approvals
        .carryOut(
            actor,
            () -> carryOut(actor, collection, refund, reason),
            entered ->
                Optional.of(entered)
                    .filter(Refund::isNew)
                    .map(Refund::amount)
                    .filter(rules::refundWaits)
                    .map(amount -> asked(new Held(collection, refund.reference(), reason, amount))))
        .map(Refund::payoutId);
  }

  private Uni<Refund> carryOut(
      Actor actor, UUID collection, CollectionRefunds.Entry refund, String reason) {
    return refunds.enter(
        collection,
        refund,
        entered -> audit.write(actor, entry(collection, entered, refund.reference(), reason)));
  }

  private static Asked asked(Held held) {
    Map<String, Object> fields = fields(held.amount(), held.reference(), held.reason());
    fields.put("currency", held.amount().currency().name());
    return Asked.once(ApprovalAction.REFUND, Timeline.collection(held.collection()), fields, held);
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.REFUND);
  }

  @Override
  public Class<Held> type() {
    return Held.class;
  }

  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, Held held) {
    BigDecimal amount = held.amount().major();
    CollectionRefunds.Entry refund =
        new CollectionRefunds.Entry(held.reference(), Optional.of(amount));
    return Uni.createFrom()
        .item(
            () ->
                () ->
                    carryOut(requester, held.collection(), refund, held.reason())
                        .invoke(RefundEntries::requireNew)
                        .replaceWithVoid());
  }

  private static void requireNew(Refund refund) {
    if (!refund.isNew()) {
      throw OperatorFault.REFERENCE_OF_ANOTHER_MOVEMENT.asException();
    }
  }

  private static Entry entry(UUID collection, Refund refund, String reference, String reason) {
    Map<String, Object> fields = fields(refund.amount(), reference, reason);
    fields.put("payout", refund.payoutId());
    return new Entry(
        ApprovalAction.REFUND.code(), Timeline.collection(collection), Map.of(), fields);
  }

  private static Map<String, Object> fields(Money amount, String reference, String reason) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("amount", amount.major());
    fields.put("reference", reference);
    fields.put("reason", reason);
    return fields;
  }
}
