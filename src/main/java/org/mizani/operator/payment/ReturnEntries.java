package org.mizani.operator.payment;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.HashMap;
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
import org.mizani.payout.PayoutReturns;

/** Returns of payouts, each with its audit entry in one transaction. */
@Singleton
final class ReturnEntries implements HeldOperation<ReturnEntries.Held> {

  private final PayoutReturns returns;
  private final AuditLog audit;
  private final Approvals approvals;
  private final ApprovalRules rules;

  ReturnEntries(PayoutReturns returns, AuditLog audit, Approvals approvals, ApprovalRules rules) {
    this.returns = returns;
    this.audit = audit;
    this.approvals = approvals;
    this.rules = rules;
  }

  /**
   * Return as it is stored while it waits.
   *
   * @param reference the rail's
   */
  @RegisterForReflection
  record Held(UUID payout, String reference, String reason) {}

  /**
   * Returns a payout; repeated with the same reference it moves no money.
   *
   * @throws ApiFault.ApiException (as failure) as {@link PayoutReturns#enter}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for an amount beyond the limit
   */
  Uni<Void> enter(Actor actor, UUID payout, String reference, String reason) {
    Held held = new Held(payout, reference, reason);
    return approvals
        .carryOut(
            actor,
            () -> carryOut(actor, held),
            moved -> moved.filter(rules::returnWaits).map(amount -> asked(held, amount)))
        .replaceWithVoid();
  }

  private Uni<Optional<Money>> carryOut(Actor actor, Held held) {
    return returns.enter(held.payout(), held.reference(), () -> audit.write(actor, entry(held)));
  }

  private static Asked asked(Held held, Money amount) {
    Map<String, Object> fields = new HashMap<>(fields(held));
    fields.put("currency", amount.currency().name());
    fields.put("amount", amount.major());
    return Asked.once(ApprovalAction.PAYOUT_RETURN, Timeline.payout(held.payout()), fields, held);
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.PAYOUT_RETURN);
  }

  @Override
  public Class<Held> type() {
    return Held.class;
  }

  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, Held held) {
    return Uni.createFrom()
        .item(
            () ->
                () ->
                    carryOut(requester, held)
                        .invoke(ReturnEntries::requireMoved)
                        .replaceWithVoid());
  }

  private static void requireMoved(Optional<Money> moved) {
    if (moved.isEmpty()) {
      throw OperatorFault.PAYOUT_RETURNED.asException();
    }
  }

  private static Entry entry(Held held) {
    return new Entry(
        ApprovalAction.PAYOUT_RETURN.code(),
        Timeline.payout(held.payout()),
        Map.of(),
        fields(held));
  }

  private static Map<String, Object> fields(Held held) {
    return Map.of("reference", held.reference(), "reason", held.reason());
  }
}
