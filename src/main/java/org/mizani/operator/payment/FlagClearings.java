package org.mizani.operator.payment;

import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.collection.FlaggedCollections;
import org.mizani.log.RedactedFailure;
import org.mizani.payout.FlaggedPayouts;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.callback.PaymentListener;

/**
 * Clearings of the flags of payments, each with its audit entry in one transaction. The entry alone
 * has the reason, and the time of the discrepancy that was cleared: the timeline shows them. Then
 * the payment's listener looks at what the network has said since the flag: a word that came
 * meanwhile may have been heard in vain, or not at all.
 */
@Singleton
final class FlagClearings {

  private static final Logger LOG = Logger.getLogger(FlagClearings.class);

  private final FlaggedPayouts payouts;
  private final FlaggedCollections collections;
  private final AuditLog audit;
  private final List<PaymentListener> listeners;

  FlagClearings(
      FlaggedPayouts payouts,
      FlaggedCollections collections,
      AuditLog audit,
      @All List<PaymentListener> listeners) {
    this.payouts = payouts;
    this.collections = collections;
    this.audit = audit;
    this.listeners = listeners;
  }

  /**
   * Clears the flag of a payout.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link FlaggedPayouts#clear}
   */
  Uni<Void> ofPayout(Actor actor, UUID id, FlagClearingForm.Parsed form) {
    return payouts
        .clear(
            id,
            form.flaggedAt(),
            cleared ->
                audit.write(
                    actor,
                    entry(
                        "payout.clear-flag",
                        Timeline.payout(id),
                        cleared.discrepancyAt(),
                        form.reason())))
        .chain(() -> lookAgain(Kind.PAYOUT, id));
  }

  /**
   * Clears the flag of a collection.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link FlaggedCollections#clear}
   */
  Uni<Void> ofCollection(Actor actor, UUID id, FlagClearingForm.Parsed form) {
    return collections
        .clear(
            id,
            form.flaggedAt(),
            () ->
                audit.write(
                    actor,
                    entry(
                        "collection.clear-flag",
                        Timeline.collection(id),
                        Optional.empty(),
                        form.reason())))
        .chain(() -> lookAgain(Kind.COLLECTION, id));
  }

  /** It never fails: the flag is cleared. */
  private Uni<Void> lookAgain(Kind kind, UUID id) {
    return listeners.stream()
        .filter(listener -> listener.kind() == kind)
        .findFirst()
        .orElseThrow()
        .lookAgain(id)
        .onFailure()
        .invoke(
            failure ->
                LOG.warnf(
                    "%s %s: its flag is cleared, but what its network has said since is not read: %s",
                    kind.code(), id, RedactedFailure.words(failure)))
        .onFailure()
        .recoverWithNull();
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
