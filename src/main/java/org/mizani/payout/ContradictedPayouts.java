package org.mizani.payout;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.payout.PayoutDecision.Discrepancy;
import org.mizani.payout.PayoutDecision.Return;
import org.mizani.payout.record.PayoutReturn;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutOutcome.Returned;
import org.mizani.rail.callback.Words;
import org.mizani.work.ClaimedRows;

/**
 * Final payouts that are contradicted by their rails. The money of a success that came back is
 * returned (ADR 16); any other contrary answer is for operators.
 */
@Singleton
final class ContradictedPayouts {

  /** The payouts that are final. */
  private static final String FINAL =
      """
      SELECT id, status, rail, known_until, discrepancy_at IS NOT NULL AS flagged,
             (extract(epoch FROM now() - created_at) * 1000)::bigint AS age_ms
      FROM payout
      WHERE id = ANY ($1) AND status <> 'pending'
      """;

  /** Has a final payout watched. */
  private static final String WATCH =
      """
      INSERT INTO payout_watch (id, next_watch_at, polls, skipped_polls, words, network_ids)
      SELECT id, now(), calls, 0, 1, network_ids FROM payout WHERE id = $1
      ON CONFLICT DO NOTHING
      """;

  /** The refusals of a return that is not the one which was entered. */
  private static final Set<ApiFault> ANOTHER_RETURN =
      Set.of(OperatorFault.PAYOUT_RETURNED, OperatorFault.REFERENCE_OF_ANOTHER_MOVEMENT);

  private static final Logger LOG = Logger.getLogger(ContradictedPayouts.class);

  private final Database database;
  private final Words words;
  private final PaidPayouts payouts;
  private final PayoutReturns returns;
  private final FlaggedPayouts flags;

  ContradictedPayouts(
      Database database,
      Words words,
      PaidPayouts payouts,
      PayoutReturns returns,
      FlaggedPayouts flags) {
    this.database = database;
    this.words = words;
    this.payouts = payouts;
    this.returns = returns;
    this.flags = flags;
  }

  /**
   * Final payout about which its network has sent a word.
   *
   * @param flagged whether it has a discrepancy that is not cleared
   */
  private record Ended(Words.Ended payout, PayoutStatus status, boolean flagged) {

    private static Ended of(Row row) {
      return new Ended(
          new Words.Ended(
              new CallbackSubject(CallbackSubject.Kind.PAYOUT, row.getUUID("id")),
              row.getString("rail"),
              Duration.ofMillis(row.getLong("age_ms")),
              ClaimedRows.time(row, "known_until")),
          PayoutStatus.ofCode(row.getString("status")),
          row.getBoolean("flagged"));
    }

    /** Of one that is flagged, a return alone is looked into before the flag is cleared. */
    private boolean isContradicted(PayoutOutcome said) {
      return flagged ? said instanceof Returned : denies(status, said);
    }
  }

  /** Whether an answer is contrary to a final status, or may be. */
  static boolean denies(PayoutStatus status, PayoutOutcome outcome) {
    return outcome instanceof Returned || PayoutDecision.of(status, outcome) instanceof Discrepancy;
  }

  /** Has those watched that are final, if their network may have said the contrary. */
  Uni<Void> watch(Collection<UUID> ids) {
    return database
        .list(FINAL, Tuple.of((Object) ids.toArray(UUID[]::new)), Ended::of)
        .onItem()
        .transformToMulti(Multi.createFrom()::iterable)
        .onItem()
        .transformToUniAndMerge(this::watchWhereContradicted)
        .onItem()
        .ignoreAsUni();
  }

  private Uni<Void> watchWhereContradicted(Ended ended) {
    return words
        .mayContradict(ended.payout(), ended::isContradicted)
        .chain(
            contradicted ->
                contradicted
                    ? database
                        .execute(WATCH, Tuple.of(ended.payout().subject().id()))
                        .replaceWithVoid()
                    : Uni.createFrom().voidItem());
  }

  /**
   * Compares an answer of its rail with the final status of a payout. A payout that came back whole
   * is returned, once, though pods and operators may tell of it too. A return that cannot be booked
   * is for operators, as is each other contrary answer.
   */
  Uni<Void> compare(PendingPayout payout, PayoutStatus status, PayoutOutcome outcome) {
    PayoutDecision decision = PayoutDecision.of(status, outcome);
    if (decision instanceof Return came) {
      return enter(payout, came.returned())
          .chain(
              entered -> entered ? Uni.createFrom().voidItem() : refuse(payout, status, outcome));
    }
    return decision instanceof Discrepancy || payout.foreignAmount(outcome).isPresent()
        ? refuse(payout, status, outcome)
        : Uni.createFrom().voidItem();
  }

  private Uni<Void> refuse(PendingPayout payout, PayoutStatus status, PayoutOutcome outcome) {
    return flags.recordDiscrepancy(payout, status, outcome);
  }

  /** False if another amount came back, or by another reference than before. */
  private Uni<Boolean> enter(PendingPayout payout, Returned returned) {
    return payouts
        .find(payout.serviceReference())
        .chain(
            paid ->
                paid.filter(found -> found.isWhole(returned.amount())).isPresent()
                    ? enterWhole(payout, returned.reference())
                    : Uni.createFrom().item(false));
  }

  private Uni<Boolean> enterWhole(PendingPayout payout, String reference) {
    return returns
        .enter(payout.serviceReference(), reference, () -> Uni.createFrom().voidItem())
        .invoke(
            moved ->
                moved.ifPresent(
                    amount -> LOG.infof("%s: rail %s has returned it", payout, payout.rail())))
        .replaceWith(true)
        .onFailure(ContradictedPayouts::isAnotherReturn)
        .recoverWithUni(() -> isEntered(payout.serviceReference(), reference));
  }

  private static boolean isAnotherReturn(Throwable failure) {
    return failure instanceof ApiException refusal && ANOTHER_RETURN.contains(refusal.fault());
  }

  /** An operator may have written the reference in another case. */
  private Uni<Boolean> isEntered(UUID payout, String reference) {
    return database
        .read(() -> PayoutReturn.of(payout))
        .map(before -> before != null && before.reference().strip().equalsIgnoreCase(reference));
  }
}
