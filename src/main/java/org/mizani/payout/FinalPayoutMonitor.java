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
import org.mizani.payout.PayoutDecision.Discrepancy;
import org.mizani.payout.PayoutLeases.WatchedPayout;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.callback.Words;
import org.mizani.rail.guard.RailGuard;
import org.mizani.work.ClaimedRows;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;
import org.mizani.work.PollSchedule;

/**
 * Monitor of final payouts whose rails may say the contrary. It asks the rails of those that an
 * operator settled, since one that failed by hand may reach the recipient yet, and one that
 * succeeded by hand may not; and of those about which a network sends a contrary word after their
 * end. It never submits and changes no status. A payout of which no rail could tell until the end
 * is flagged.
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

  /** The payouts that are final, and have no discrepancy that is not cleared. */
  private static final String FINAL =
      """
      SELECT id, status, rail, known_until,
             (extract(epoch FROM now() - created_at) * 1000)::bigint AS age_ms
      FROM payout
      WHERE id = ANY ($1) AND status <> 'pending' AND discrepancy_at IS NULL
      """;

  /** Has a final payout watched. */
  private static final String WATCH =
      """
      INSERT INTO payout_watch (id, next_watch_at, polls, skipped_polls, words, network_ids)
      SELECT id, now(), calls, 0, 1, network_ids FROM payout WHERE id = $1
      ON CONFLICT DO NOTHING
      """;

  private static final String WATCH_ANEW = "UPDATE payout_watch SET since = now() WHERE id = $1";

  private static final Logger LOG = Logger.getLogger(FinalPayoutMonitor.class);

  private final Database database;
  private final PayoutLeases payoutLeases;
  private final RailGuard<PayoutRail, PayoutOutcome> guard;
  private final Words words;
  private final FlaggedPayouts flags;
  private final PollSchedule schedule;
  private final Duration railTimeout;
  private final Duration watchFor;

  FinalPayoutMonitor(
      Database database,
      PayoutLeases payoutLeases,
      RailGuard<PayoutRail, PayoutOutcome> guard,
      Words words,
      FlaggedPayouts flags,
      PayoutConfig config) {
    super(
        "Watching final payouts",
        PayoutLeases.leasesOfWatched(database, config),
        config.settlement());
    this.database = database;
    this.payoutLeases = payoutLeases;
    this.guard = guard;
    this.words = words;
    this.flags = flags;
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

  /** A final payout that its network contradicts. */
  private record Ended(Words.Ended payout, PayoutStatus status) {

    private static Ended of(io.vertx.mutiny.sqlclient.Row row) {
      return new Ended(
          new Words.Ended(
              new CallbackSubject(CallbackSubject.Kind.PAYOUT, row.getUUID("id")),
              row.getString("rail"),
              Duration.ofMillis(row.getLong("age_ms")),
              ClaimedRows.time(row, "known_until")),
          PayoutStatus.ofCode(row.getString("status")));
    }
  }

  /** Has the payouts watched whose network may have said the contrary of their end. */
  @Override
  protected Uni<Void> reopen(Collection<UUID> ids) {
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
    Words.Ended payout = ended.payout();
    return words
        .mayContradict(payout, said -> denies(ended.status(), said))
        .chain(
            contradicted ->
                contradicted
                    ? database.execute(WATCH, Tuple.of(payout.subject().id())).replaceWithVoid()
                    : Uni.createFrom().voidItem());
  }

  private static boolean denies(PayoutStatus status, PayoutOutcome outcome) {
    return PayoutDecision.of(status, outcome) instanceof Discrepancy;
  }

  @Override
  protected Uni<Void> workOn(WatchedPayout watched) {
    PendingPayout payout = watched.payout();
    return words
        .contrary(watched.ended(), payout.networkIds(), said -> denies(watched.status(), said))
        .chain(word -> word.map(Uni.createFrom()::item).orElseGet(() -> saidOrAsk(payout)))
        .chain(outcome -> apply(watched, outcome))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> awaitRail(watched, away));
  }

  /**
   * While a rail is not asked, a question does not count, and no watch ends (ADR 21, ADR 22). The
   * watch gets its time anew, because the network could not tell meanwhile, and may answer later
   * than it is asked.
   */
  private Uni<Void> awaitRail(WatchedPayout watched, RailAway away) {
    return away.isPaused()
        ? database
            .execute(WATCH_ANEW, Tuple.of(watched.lease().id()))
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
    if (PayoutDecision.of(watched.status(), outcome) instanceof Discrepancy discrepancy) {
      return flags.recordDiscrepancy(payout, discrepancy.status(), outcome);
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
