package org.mizani.operator.sweep;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.business.Business;
import org.mizani.business.BusinessRepository;
import org.mizani.sweep.DestinationHolders;
import org.mizani.sweep.Sweep;
import org.mizani.sweep.SweepPlan;
import org.mizani.sweep.Sweeps;

/** Changes of sweeps, each in one transaction with its audit entry. */
@Singleton
final class SweepChanges {

  private final AuditLog audit;
  private final BusinessRepository businesses;
  private final Sweeps sweeps;
  private final DestinationHolders holders;

  SweepChanges(
      AuditLog audit, BusinessRepository businesses, Sweeps sweeps, DestinationHolders holders) {
    this.audit = audit;
    this.businesses = businesses;
    this.sweeps = sweeps;
    this.holders = holders;
  }

  private record Change(Optional<Sweep> before, Sweep after) {}

  /**
   * Sets the sweep of a wallet up, or changes it.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code business not found}; 422
   *     for a destination that is not active or a corridor without a rail; 503 if the rail does not
   *     answer
   */
  Uni<Sweep> put(Actor actor, UUID businessId, SweepPlan plan) {
    return businesses
        .read(businessId)
        .chain(() -> holders.holderOf(plan.destination()))
        .chain(
            holder ->
                audit.audited(
                    actor,
                    () ->
                        businesses
                            .lock(businessId)
                            .chain(business -> write(business, plan, holder)),
                    change -> entry(businessId, change)))
        .map(Change::after);
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
        AuditLog.business(businessId) + "/sweeps/" + change.after().minimum().currency(),
        change.before().map(SweepChanges::fields).orElse(Map.of()),
        fields(change.after()));
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
