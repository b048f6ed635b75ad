package org.mizani.operator.sweep;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.Business;
import org.mizani.business.BusinessRepository;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.Recipient;
import org.mizani.fault.OperatorFault;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.HeldOperation;
import org.mizani.sweep.DestinationHolders;
import org.mizani.sweep.Sweep;
import org.mizani.sweep.SweepPlan;
import org.mizani.sweep.Sweeps;

/** Changes of sweeps, each in one transaction with its audit entry. */
@Singleton
final class SweepChanges implements HeldOperation<SweepChanges.HeldSweep> {

  private final AuditLog audit;
  private final BusinessRepository businesses;
  private final Sweeps sweeps;
  private final DestinationHolders holders;
  private final BankDirectory banks;
  private final Approvals approvals;
  private final ApprovalRules rules;

  SweepChanges(
      AuditLog audit,
      BusinessRepository businesses,
      Sweeps sweeps,
      DestinationHolders holders,
      BankDirectory banks,
      Approvals approvals,
      ApprovalRules rules) {
    this.audit = audit;
    this.banks = banks;
    this.approvals = approvals;
    this.rules = rules;
    this.businesses = businesses;
    this.sweeps = sweeps;
    this.holders = holders;
  }

  private record Change(Optional<Sweep> before, Sweep after) {

    private boolean isOfDestination() {
      Optional<Recipient> now = after.destination().map(Sweep.Destination::recipient);
      return !before.flatMap(Sweep::destination).map(Sweep.Destination::recipient).equals(now);
    }
  }

  /**
   * Sweep of a business as it is stored while it waits.
   *
   * @param holder of the destination when it was asked for
   */
  @RegisterForReflection
  record HeldSweep(UUID businessId, SweepForm form, String holder) {

    @Override
    public String toString() {
      return "HeldSweep[" + businessId + "]";
    }
  }

  /**
   * Sets the sweep of a wallet up, or changes it.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first invalid field; (as failure)
   *     404 {@code business not found}; 422 for a destination that is not active or a corridor
   *     without a rail; 503 if the rail does not answer or is not to be called
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for another destination
   */
  Uni<Sweep> put(Actor actor, UUID businessId, SweepForm form) {
    SweepPlan plan = form.parsed(banks);
    return businesses
        .read(businessId)
        .chain(() -> holders.holderOf(plan.destination()))
        .chain(
            holder ->
                approvals.carryOut(
                    actor,
                    () -> audited(actor, businessId, plan, holder),
                    change -> held(change, new HeldSweep(businessId, form, holder))))
        .map(Change::after);
  }

  private Uni<Change> audited(Actor actor, UUID businessId, SweepPlan plan, String holder) {
    return audit.audited(
        actor,
        () -> businesses.lock(businessId).chain(business -> write(business, plan, holder)),
        change -> entry(businessId, change));
  }

  /** The request for a change that has to wait: other changes leave the destination alone. */
  private Optional<Asked> held(Change change, HeldSweep request) {
    return rules.sweepsWait() && change.isOfDestination()
        ? Optional.of(
            Asked.once(
                ApprovalAction.SWEEP,
                subject(request.businessId(), change.after()),
                fields(change.after()),
                request))
        : Optional.empty();
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.SWEEP);
  }

  @Override
  public Class<HeldSweep> type() {
    return HeldSweep.class;
  }

  /**
   * The rail is asked for the holder again: the account may have been closed meanwhile, or be
   * another's than the one that the approver was shown.
   */
  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, HeldSweep held) {
    SweepPlan plan = held.form().parsed(banks);
    return holders
        .holderOf(plan.destination())
        .invoke(holder -> requireShown(holder, held))
        .map(holder -> () -> audited(requester, held.businessId(), plan, holder).replaceWithVoid());
  }

  private static void requireShown(String holder, HeldSweep held) {
    if (!holder.equals(held.holder())) {
      throw OperatorFault.HOLDER_CHANGED.asException();
    }
  }

  @Override
  public Map<String, Object> confidential(HeldSweep held) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("recipient", held.form().recipient());
    fields.put("holder", held.holder());
    return fields;
  }

  private Uni<Change> write(Business business, SweepPlan plan, String holder) {
    return sweeps
        .find(business.id(), plan.currency())
        .chain(
            before ->
                sweeps
                    .put(business.id(), plan, holder)
                    .chain(() -> sweeps.find(business.id(), plan.currency()))
                    .map(after -> new Change(before, after.orElseThrow())));
  }

  private static Entry entry(UUID businessId, Change change) {
    return new Entry(
        "sweep.change",
        subject(businessId, change.after()),
        change.before().map(SweepChanges::fields).orElse(Map.of()),
        fields(change.after()));
  }

  private static String subject(UUID businessId, Sweep sweep) {
    return AuditLog.business(businessId) + "/sweeps/" + sweep.minimum().currency();
  }

  /** The audited fields, without the holder's name: the audit log is append-only. */
  private static Map<String, Object> fields(Sweep sweep) {
    SweepAnswer shown = SweepAnswer.of(sweep);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("channel", shown.channel());
    fields.put("bankCode", shown.bankCode());
    fields.put("recipient", shown.recipient());
    fields.put("minimum", shown.minimum());
    fields.put("time", shown.time());
    fields.put("enabled", shown.enabled());
    return fields;
  }
}
