package org.mizani.operator.payment;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.HeldOperation;
import org.mizani.payout.PayoutManualSettlement;
import org.mizani.payout.PayoutManualSettlement.Verdict;
import org.mizani.payout.record.PayoutStatus;

/** Settlements of payouts by hand, each with its audit entry in one transaction. */
@Singleton
final class PayoutVerdicts implements HeldOperation<PayoutVerdicts.Held> {

  private final PayoutManualSettlement settlement;
  private final AuditLog audit;
  private final Approvals approvals;
  private final ApprovalRules rules;

  PayoutVerdicts(
      PayoutManualSettlement settlement, AuditLog audit, Approvals approvals, ApprovalRules rules) {
    this.settlement = settlement;
    this.audit = audit;
    this.approvals = approvals;
    this.rules = rules;
  }

  /** Verdict on a payout as it is stored while it waits. */
  @RegisterForReflection(targets = {PayoutVerdicts.Held.class, PayoutStatus.class})
  record Held(UUID payout, PayoutStatus status, String reason) {

    private Verdict verdict() {
      return new Verdict(status, reason);
    }
  }

  /**
   * Settles a pending payout.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link
   *     PayoutManualSettlement#settle}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) where settlements wait
   */
  Uni<Void> settle(Actor actor, UUID payout, Verdict verdict) {
    Held held = new Held(payout, verdict.status(), verdict.reason());
    return rules.settlementsWait()
        ? settlement.requirePending(payout).chain(() -> approvals.request(actor, asked(held)))
        : settlement.settle(payout, verdict, () -> audit.write(actor, entry(held)));
  }

  private static Asked asked(Held held) {
    return Asked.once(
        ApprovalAction.PAYOUT_SETTLEMENT, Timeline.payout(held.payout()), fields(held), held);
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.PAYOUT_SETTLEMENT);
  }

  @Override
  public Class<Held> type() {
    return Held.class;
  }

  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, Held held) {
    return settlement
        .claim(held.payout(), held.verdict())
        .map(settle -> () -> settle.get().chain(() -> audit.write(requester, entry(held))));
  }

  private static Entry entry(Held held) {
    return new Entry(
        ApprovalAction.PAYOUT_SETTLEMENT.code(),
        Timeline.payout(held.payout()),
        Map.of("status", PayoutStatus.PENDING.wireName()),
        fields(held));
  }

  private static Map<String, Object> fields(Held held) {
    return Map.of("status", held.status().wireName(), "reason", held.reason());
  }
}
