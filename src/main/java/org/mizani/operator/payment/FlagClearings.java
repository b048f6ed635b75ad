package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.collection.FlaggedCollections;
import org.mizani.payout.FlaggedPayouts;

/**
 * Clearings of the flags of payments, each with its audit entry in one transaction. The entry alone
 * has the reason, and the time of the discrepancy that was cleared: the timeline shows them.
 */
@Singleton
final class FlagClearings {

  private final FlaggedPayouts payouts;
  private final FlaggedCollections collections;
  private final AuditLog audit;

  FlagClearings(FlaggedPayouts payouts, FlaggedCollections collections, AuditLog audit) {
    this.payouts = payouts;
    this.collections = collections;
    this.audit = audit;
  }

  /**
   * Clears the flag of a payout.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link FlaggedPayouts#clear}
   */
  Uni<Void> ofPayout(Actor actor, UUID id, FlagClearingForm.Parsed form) {
    return payouts.clear(
        id,
        form.flaggedAt(),
        cleared ->
            audit.write(
                actor,
                entry(
                    "payout.clear-flag",
                    Timeline.payout(id),
                    cleared.discrepancyAt(),
                    form.reason())));
  }

  /**
   * Clears the flag of a collection.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link FlaggedCollections#clear}
   */
  Uni<Void> ofCollection(Actor actor, UUID id, FlagClearingForm.Parsed form) {
    return collections.clear(
        id,
        form.flaggedAt(),
        () ->
            audit.write(
                actor,
                entry(
                    "collection.clear-flag",
                    Timeline.collection(id),
                    Optional.empty(),
                    form.reason())));
  }

  private static Entry entry(
      String action, String subject, Optional<Instant> discrepancyAt, String reason) {
    Map<String, Object> flag =
        discrepancyAt
            .<Map<String, Object>>map(at -> Map.of("flagged", true, "discrepancyAt", at.toString()))
            .orElse(Map.of("flagged", true));
    return new Entry(action, subject, flag, Map.of("flagged", false, "reason", reason));
  }
}
