package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.database.Database;
import org.mizani.database.SqlState;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.PayoutDecision.ByHand;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.work.PollSchedule;

/**
 * Manual settlement of pending payouts. An operator's decision is applied like a rail's answer: the
 * hold ends and the webhook is written, once. It is refused during a pod's poll, which may be
 * submitting the payout; and the rail is watched after it, because an earlier poll may have
 * submitted it (ADR 3).
 */
@Singleton
public final class PayoutManualSettlement {

  /** The status, and the seconds that a lease may last yet. */
  private static final String READ_STATUS =
      """
      SELECT p.status,
             greatest(ceil(extract(epoch FROM d.leased_until - now())), 1)::bigint AS seconds
      FROM payout p LEFT JOIN payout_due d ON d.id = p.id
      WHERE p.id = $1
      """;

  private final Database database;
  private final PayoutLeases payoutLeases;
  private final PayoutSettlement settlement;
  private final PayoutWebhook webhooks;
  private final Duration claim;
  private final Duration watchFor;
  private final PollSchedule schedule;

  PayoutManualSettlement(
      Database database,
      PayoutLeases payoutLeases,
      PayoutSettlement settlement,
      PayoutWebhook webhooks,
      PayoutConfig config) {
    this.database = database;
    this.payoutLeases = payoutLeases;
    this.settlement = settlement;
    this.webhooks = webhooks;
    this.claim = config.settlement().lease();
    this.watchFor = config.settlement().watchByHandFor();
    this.schedule = config.settlement().polls();
  }

  /**
   * Verdict of an operator.
   *
   * @param status a final one
   * @param reason why the operator is sure of it; recorded with a failure
   */
  public record Verdict(PayoutStatus status, String reason) {}

  /**
   * Settles a payout.
   *
   * @param note runs in the transaction of the settlement, after it; if it fails, the payout stays
   *     as it is
   * @throws ApiException (as failure) as {@link #claim}, and 409 {@code payout is final} if the
   *     rail was quicker
   */
  public Uni<Void> settle(UUID serviceReference, Verdict verdict, Supplier<Uni<Void>> note) {
    return claim(serviceReference, verdict)
        .chain(settle -> database.inTransaction(() -> settle.get().chain(() -> note.get())));
  }

  /**
   * Claims a payout for an operator. The claim is committed before the settlement begins: it locks
   * the payout, and settling locks the wallet first.
   *
   * @return the settlement, for a transaction of the caller; it fails as {@link #settle}
   * @throws ApiException (as failure) 404 {@code payout not found}; 409 {@code payout is final};
   *     409 {@code payout is being settled} during a pod's poll or by another operator
   */
  public Uni<Supplier<Uni<Void>>> claim(UUID serviceReference, Verdict verdict) {
    return payoutLeases
        .claimByHand(serviceReference, claim)
        .chain(
            claimed ->
                claimed
                    .map(payout -> item(() -> apply(payout, verdict)))
                    .orElseGet(() -> refuse(serviceReference)));
  }

  private static Uni<Supplier<Uni<Void>>> item(Supplier<Uni<Void>> settlement) {
    return Uni.createFrom().item(() -> settlement);
  }

  private Uni<Void> apply(PendingPayout payout, Verdict verdict) {
    return apply(
        payout,
        PayoutDecision.Settle.byHand(verdict.status(), verdict.reason()),
        watchAfter(payout));
  }

  /**
   * Applies an operator's decision about a payout that was claimed, in the caller's transaction.
   *
   * @param watchAfter the wait until its rail is asked whether it says the contrary
   */
  Uni<Void> apply(
      PendingPayout payout, PayoutDecision.Settle decision, Optional<Duration> watchAfter) {
    return settlement
        .applyAlone(
            new Settlement(
                payout,
                decision,
                webhooks.of(payout, decision.status()),
                Optional.of(new ByHand(payout.polls(), watchAfter))))
        .onFailure(SqlState::isLockNotAvailable) // of the wallet
        .transform(locked -> OperatorFault.PAYOUT_BEING_SETTLED.retryIn(claim).asException())
        .chain(
            applied -> applied ? Uni.createFrom().voidItem() : refuse(payout.serviceReference()));
  }

  /**
   * Requires that a payout can be settled, now or soon.
   *
   * @throws ApiException (as failure) 404 {@code payout not found}; 409 {@code payout is final}
   */
  public Uni<Void> requirePending(UUID serviceReference) {
    return database
        .find(READ_STATUS, Tuple.of(serviceReference), PayoutManualSettlement::isFinal)
        .map(found -> found.orElseThrow(OperatorFault.PAYOUT_NOT_FOUND::asException))
        .chain(
            isFinal ->
                isFinal ? OperatorFault.PAYOUT_FINAL.asFailure() : Uni.createFrom().voidItem());
  }

  /** The wait until the rail of a payout that was settled by hand is asked about it. */
  Optional<Duration> watchAfter(PendingPayout payout) {
    return watchFor.isZero()
        ? Optional.empty()
        : Optional.of(schedule.waitAfter(payout.calls(), watchFor));
  }

  private <T> Uni<T> refuse(UUID serviceReference) {
    return database
        .find(READ_STATUS, Tuple.of(serviceReference), PayoutManualSettlement::refusal)
        .chain(refusal -> refusal.orElse(OperatorFault.PAYOUT_NOT_FOUND).asFailure());
  }

  private static ApiFault refusal(Row payout) {
    return isFinal(payout)
        ? OperatorFault.PAYOUT_FINAL
        : OperatorFault.PAYOUT_BEING_SETTLED.retryIn(Duration.ofSeconds(payout.getLong("seconds")));
  }

  private static boolean isFinal(Row payout) {
    return PayoutStatus.ofCode(payout.getString("status")).isFinal();
  }
}
