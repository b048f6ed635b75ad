package org.mizani.payout;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.payout.PendingPayout.WatchedPayout;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.callback.Words;
import org.mizani.rail.guard.RailGuard;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;
import org.mizani.work.PollSchedule;

/**
 * Monitor of final payouts whose rails may say the contrary. It asks the rails of those that an
 * operator settled, since one that failed by hand may reach the recipient yet, and one that
 * succeeded by hand may not; of those about which a network sends a contrary word after their end;
 * and of those that may come back. It never submits and changes no status. A payout of which no
 * rail could tell until the end is flagged.
 */
@Singleton
final class FinalPayoutMonitor extends LeasedWork<WatchedPayout> {

  /**
   * Ends the watch of a payout and has operators look into it, unless its network said a word. The
   * payout is locked before its watch, as by {@link FlaggedPayouts}; its network ids are read as
   * the watch is deleted.
   */
  private static final String GIVE_UP =
      """
      WITH final AS MATERIALIZED (
        SELECT id FROM payout WHERE id = $1 FOR NO KEY UPDATE
      ), ended AS (
        DELETE FROM payout_watch w USING final f
        WHERE w.id = $1 AND w.id = f.id AND w.polls = $2 AND w.words = $3
        RETURNING w.id, w.network_ids
      )
      UPDATE payout p
      SET flagged = true, flagged_at = now(),
          network_ids = coalesce(e.network_ids, p.network_ids)
      FROM ended e WHERE p.id = $1 AND p.id = e.id
      """;

  /** Has the time of a watch begin in {@code $2} milliseconds. */
  private static final String WATCH_ANEW =
      "UPDATE payout_watch SET since = now() + $2 * interval '1 millisecond' WHERE id = $1";

  private static final Logger LOG = Logger.getLogger(FinalPayoutMonitor.class);

  private final Database database;
  private final PayoutLeases payoutLeases;
  private final RailGuard<PayoutRail, PayoutOutcome> guard;
  private final Words words;
  private final ContradictedPayouts contradicted;
  private final PollSchedule schedule;
  private final Duration railTimeout;
  private final Duration watchFor;

  FinalPayoutMonitor(
      Database database,
      PayoutLeases payoutLeases,
      RailGuard<PayoutRail, PayoutOutcome> guard,
      Words words,
      ContradictedPayouts contradicted,
      PayoutConfig config) {
    super(
        "Watching final payouts",
        PayoutLeases.leasesOfWatched(database, config),
        config.settlement());
    this.database = database;
    this.payoutLeases = payoutLeases;
    this.guard = guard;
    this.words = words;
    this.contradicted = contradicted;
    this.schedule = config.settlement().polls();
    this.railTimeout = config.settlement().railTimeout();
    this.watchFor = config.settlement().watchByHandFor();
    if (watchFor.isNegative()) {
      throw new ConfigurationException(
          "payments.payout.settlement.watch-by-hand-for must not be negative.");
    }
  }

  @Override
  protected Uni<List<WatchedPayout>> claim(int most, Duration lease) {
    return payoutLeases.claimWatched(most, lease);
  }

  /** Has the payouts watched whose network may have said the contrary of their end. */
  @Override
  protected Uni<Void> reopen(Collection<UUID> ids) {
    return contradicted.watch(ids);
  }

  @Override
  protected Uni<Void> workOn(WatchedPayout watched) {
    PendingPayout payout = watched.payout();
    return words
        .contrary(
            watched.ended(),
            payout.networkIds(),
            said -> ContradictedPayouts.denies(watched.status(), said))
        .chain(
            said ->
                said.isEmpty()
                    ? saidOrAsk(payout).chain(outcome -> apply(watched, outcome))
                    : applyAll(watched, said))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> awaitRail(watched, away));
  }

  /** Each word of a return, of which there should be one; without such the youngest word. */
  private Uni<Void> applyAll(WatchedPayout watched, List<PayoutOutcome> said) {
    List<PayoutOutcome> returned =
        said.stream().filter(PayoutOutcome.Returned.class::isInstance).distinct().toList();
    return Multi.createFrom()
        .iterable(returned.isEmpty() ? said.subList(0, 1) : returned)
        .onItem()
        .transformToUniAndConcatenate(outcome -> apply(watched, outcome))
        .onItem()
        .ignoreAsUni();
  }

  /**
   * While a rail is not asked, a question does not count, and no watch ends (ADR 21, ADR 22). The
   * watch gets its time anew, because the network could not tell meanwhile, and may answer later
   * than it is asked.
   */
  private Uni<Void> awaitRail(WatchedPayout watched, RailAway away) {
    return away.isPaused()
        ? database
            .execute(WATCH_ANEW, Tuple.of(watched.lease().id(), 0L))
            .chain(() -> skip(watched, away.retryAfter()))
        : apply(watched, new PayoutOutcome.Unknown("the rail is away"));
  }

  private Uni<PayoutOutcome> saidOrAsk(PendingPayout payout) {
    return words
        .last(payout.subject(), payout.rail(), payout.age(), payout.networkIds())
        .chain(word -> word.map(Uni.createFrom()::item).orElseGet(() -> ask(payout)));
  }

  private Uni<PayoutOutcome> ask(PendingPayout payout) {
    return payout
        .instruction()
        .map(
            instruction ->
                guard.ask(payout.rail(), rail -> rail.ask(instruction.ofFinal()), railTimeout))
        .orElseGet(
            () -> Uni.createFrom().item(new PayoutOutcome.Unknown("its recipient cannot be read")));
  }

  private Uni<Void> apply(WatchedPayout watched, PayoutOutcome outcome) {
    PendingPayout payout = watched.payout();
    if (ContradictedPayouts.denies(watched.status(), outcome)) {
      return contradicted
          .compare(payout, watched.status(), outcome)
          .chain(() -> leases.end(payout.lease()));
    }
    if (outcome instanceof PayoutOutcome.Paid paid && paid.askAgainAfter().isPresent()) {
      return watchOn(payout.lease(), paid.askAgainAfter().get());
    }
    if (outcome instanceof PayoutOutcome.Paid || outcome instanceof PayoutOutcome.Failed) {
      LOG.infof("%s: its rail says as much, it is not watched any more", payout);
      return leases.end(payout.lease());
    }
    Duration left = watchFor.minus(watched.watchedFor());
    return left.compareTo(Duration.ZERO) > 0
        ? leases.postpone(
            payout.lease(), schedule.waitAfter(payout.calls(), left), outcome.networkId())
        : leases
            .noteNetworkId(payout.lease(), outcome.networkId())
            .chain(() -> endUndecided(watched, outcome));
  }

  /** The time of the watch begins with the next question. */
  private Uni<Void> watchOn(Lease lease, Duration wait) {
    return database
        .execute(WATCH_ANEW, Tuple.of(lease.id(), wait.toMillis()))
        .chain(() -> leases.postpone(lease, wait));
  }

  /** A network that does not have what failed by hand, and said nothing, bears the operator out. */
  private Uni<Void> endUndecided(WatchedPayout watched, PayoutOutcome outcome) {
    PendingPayout payout = watched.payout();
    if (outcome instanceof PayoutOutcome.NotFound
        && watched.status() == PayoutStatus.FAILURE
        && payout.words() == 0) {
      LOG.infof("%s: watched for %s, its rail does not have it", payout, watched.watchedFor());
      return leases.end(payout.lease());
    }
    LOG.warnf(
        "%s: watched for %s, and its rail could not tell: flagged", payout, watched.watchedFor());
    Lease lease = payout.lease();
    return database
        .execute(GIVE_UP, Tuple.of(lease.id(), lease.polls(), lease.words()))
        .replaceWithVoid();
  }
}
