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
import org.mizani.collection.CollectionManualSettlement;
import org.mizani.collection.CollectionManualSettlement.Verdict;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.HeldOperation;

/** Settlements of collections by hand, each with its audit entry in one transaction. */
@Singleton
final class CollectionVerdicts implements HeldOperation<CollectionVerdicts.Held> {

  private final CollectionManualSettlement settlement;
  private final AuditLog audit;
  private final Approvals approvals;
  private final ApprovalRules rules;

  CollectionVerdicts(
      CollectionManualSettlement settlement,
      AuditLog audit,
      Approvals approvals,
      ApprovalRules rules) {
    this.settlement = settlement;
    this.audit = audit;
    this.approvals = approvals;
    this.rules = rules;
  }

  /**
   * Verdict on a collection as it is stored while it waits.
   *
   * @param payment the network's reference of the payment, for a success, else null
   */
  @RegisterForReflection(targets = {CollectionVerdicts.Held.class, CollectionStatus.class})
  record Held(UUID collection, CollectionStatus status, String payment, String reason) {

    private Verdict verdict() {
      return new Verdict(status, Optional.ofNullable(payment));
    }
  }

  /**
   * Settles a pending collection.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link
   *     CollectionManualSettlement#settle}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) where settlements wait
   */
  Uni<Void> settle(Actor actor, UUID collection, Verdict verdict, String reason) {
    String payment = verdict.paymentReference().orElse(null);
    Held held = new Held(collection, verdict.status(), payment, reason);
    return rules.settlementsWait()
        ? settlement.requirePending(collection).chain(() -> approvals.request(actor, asked(held)))
        : settlement.settle(collection, verdict, () -> audit.write(actor, entry(held)));
  }

  private static Asked asked(Held held) {
    return Asked.once(
        ApprovalAction.COLLECTION_SETTLEMENT,
        Timeline.collection(held.collection()),
        fields(held),
        held);
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.COLLECTION_SETTLEMENT);
  }

  @Override
  public Class<Held> type() {
    return Held.class;
  }

  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, Held held) {
    return settlement
        .claim(held.collection(), held.verdict())
        .map(settle -> () -> settle.get().chain(() -> audit.write(requester, entry(held))));
  }

  private static Entry entry(Held held) {
    return new Entry(
        ApprovalAction.COLLECTION_SETTLEMENT.code(),
        Timeline.collection(held.collection()),
        Map.of("status", CollectionStatus.PENDING.wireName()),
        fields(held));
  }

  private static Map<String, Object> fields(Held held) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("status", held.status().wireName());
    fields.put("reason", held.reason());
    held.verdict()
        .paymentReference()
        .ifPresent(reference -> fields.put("mnoPaymentReference", reference));
    return fields;
  }
}
