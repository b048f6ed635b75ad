package org.mizani.payout;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.NewestRead;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.log.JobHealth;
import org.mizani.payout.record.Payout;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutOutcome;
import org.mizani.work.ClaimedRows;

/**
 * Payouts that operators have to look into. Those without a definite answer of their rail for long
 * are overdue: they are flagged, and never guessed, for the rail is polled on, and an operator may
 * find out and settle them. Those whose rail denies their final status are discrepancies. An
 * operator who has found out clears the flag of a final one.
 */
@Singleton
public final class FlaggedPayouts {

  /** Payouts flagged by one statement; the next tick flags the rest. */
  private static final int MOST = 500;

  /** Payouts named in the log message. */
  private static final int NAMED = 5;

  /**
   * Flags up to {@code $2} that are older than {@code $1} milliseconds, the oldest first, once. One
   * that is held for review is none, and one that was released is as old as its release.
   */
  private static final String FLAG =
      """
      WITH overdue AS (
        SELECT id FROM payout_due
        WHERE NOT overdue AND created_at < now() - $1 * interval '1 millisecond'
          AND (screened_at IS NULL
               OR screening <> 'held' AND screened_at < now() - $1 * interval '1 millisecond')
        ORDER BY created_at
        LIMIT $2
        FOR NO KEY UPDATE SKIP LOCKED
      ), noted AS (
        UPDATE payout_due SET overdue = true WHERE id = ANY (ARRAY(SELECT id FROM overdue))
        RETURNING id
      )
      UPDATE payout p SET flagged = true, flagged_at = now()
      WHERE p.id = ANY (ARRAY(SELECT id FROM noted)) AND p.status = 'pending'
      RETURNING p.id
      """;

  /**
   * Once a payout: its rail has no more to tell, so it is not watched any more either, whoever
   * noted it: a look at an older state may have begun the watch again since. The network ids of the
   * watch are kept.
   */
  private static final String RECORD_DISCREPANCY =
      """
      WITH final AS MATERIALIZED (
        SELECT id, discrepancy_at FROM payout WHERE id = $1 AND status = $2 FOR NO KEY UPDATE
      ), watched AS (
        DELETE FROM payout_watch w USING final f WHERE w.id = $1 AND w.id = f.id
        RETURNING w.network_ids
      )
      UPDATE payout p
      SET discrepancy_at = now(), flagged = true, flagged_at = now(),
          network_ids = coalesce((SELECT network_ids FROM watched), p.network_ids)
      FROM final f WHERE p.id = $1 AND p.id = f.id AND f.discrepancy_at IS NULL
      RETURNING p.id
      """;

  /** A discrepancy after that is a new one. */
  private static final String CLEAR =
      """
      WITH flagged AS MATERIALIZED (
        SELECT id, discrepancy_at, flagged_at FROM payout
        WHERE id = $1 AND flagged AND status <> 'pending'
          AND date_trunc('milliseconds', flagged_at) = $2
        FOR NO KEY UPDATE
      )
      UPDATE payout p
      SET flagged = false, discrepancy_at = NULL, flag_cleared_at = now(), known_until = f.flagged_at
      FROM flagged f WHERE p.id = $1 AND p.id = f.id
      RETURNING f.discrepancy_at
      """;

  private static final Logger LOG = Logger.getLogger(FlaggedPayouts.class);

  private final Database database;
  private final Duration flagAfter;
  private final JobHealth health = new JobHealth(LOG, "Flagging payouts");
  private final NewestRead<Payout.Flagged> counts = new NewestRead<>();

  FlaggedPayouts(Database database, PayoutConfig config, MeterRegistry registry) {
    this.database = database;
    this.flagAfter = config.settlement().flagAfter();
    if (flagAfter.isNegative() || flagAfter.isZero()) {
      throw new ConfigurationException(
          "payments.payout.settlement.flag-after must be longer than nothing.");
    }
    Gauge.builder("payments.payout.overdue", () -> counted(Payout.Flagged::pending))
        .description("Flagged payouts without a definite answer, over all pods")
        .register(registry);
    Gauge.builder("payments.payout.discrepancies", () -> counted(Payout.Flagged::discrepancies))
        .description("Final payouts whose rail said the contrary, over all pods")
        .register(registry);
    Gauge.builder("payments.payout.flagged", () -> counted(Payout.Flagged::others))
        .description("Final payouts flagged for another reason, over all pods")
        .register(registry);
    health.measure(registry);
  }

  /** Flags overdue payouts. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.payout.settlement.flag-every:30s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> flagOverdue() {
    return health.watch(
        database
            .execute(FLAG, Tuple.of(flagAfter.toMillis(), MOST))
            .invoke(this::logFlagged)
            .chain(() -> counts.refresh(database.read(Payout::flagged))));
  }

  private void logFlagged(RowSet<Row> flagged) {
    List<UUID> ids = Database.items(flagged, row -> row.getUUID("id"));
    if (!ids.isEmpty()) {
      LOG.errorf(
          "%d payouts have had no definite answer for %s: flagged, find out what became of them:"
              + " %s",
          ids.size(), flagAfter, ids.subList(0, Math.min(NAMED, ids.size())));
    }
  }

  private long counted(ToLongFunction<Payout.Flagged> count) {
    return counts.value().map(count::applyAsLong).orElse(0L);
  }

  /**
   * Records that the rail of a payout in this final status has answered the contrary. The status
   * stays, because partners have acted on it. Money may have moved that no account shows, so
   * operators are told, once.
   */
  Uni<Void> recordDiscrepancy(PendingPayout payout, PayoutStatus status, PayoutOutcome outcome) {
    return database
        .execute(RECORD_DISCREPANCY, Tuple.of(payout.serviceReference(), status.code()))
        .invoke(
            updated -> {
              if (updated.size() > 0) {
                logDiscrepancy(payout, status, outcome);
              }
            })
        .onFailure()
        .invoke(failure -> logDiscrepancy(payout, status, outcome))
        .replaceWithVoid();
  }

  /**
   * Flag that was cleared.
   *
   * @param discrepancyAt when the payout's rail denied its final status, if it did
   */
  public record Cleared(Optional<Instant> discrepancyAt) {}

  /**
   * Clears the flag of a final payout, whose status stays. A pending one keeps it until it is
   * settled, because its money may be under way.
   *
   * @param flaggedAt when it was flagged, to the millisecond: a later flag is unseen
   * @param note runs in the same transaction
   * @throws ApiFault.ApiException (as failure) 404 {@code payout not found}; 409 {@code payout is
   *     pending}, {@code payout is not flagged} or for another time
   */
  public Uni<Void> clear(
      UUID serviceReference, Instant flaggedAt, Function<Cleared, Uni<Void>> note) {
    Tuple seen = Tuple.of(serviceReference, flaggedAt.atOffset(ZoneOffset.UTC));
    return database.inTransaction(
        () ->
            database
                .find(CLEAR, seen, FlaggedPayouts::cleared)
                .chain(
                    cleared -> cleared.map(note).orElseGet(() -> refuseToClear(serviceReference))));
  }

  private static Cleared cleared(Row row) {
    return new Cleared(ClaimedRows.time(row, "discrepancy_at"));
  }

  private static Uni<Void> refuseToClear(UUID serviceReference) {
    return Payout.<Payout>findById(serviceReference)
        .chain(payout -> refusalOfClearing(Optional.ofNullable(payout)).asFailure());
  }

  private static ApiFault refusalOfClearing(Optional<Payout> found) {
    return found.map(FlaggedPayouts::refusalOfClearing).orElse(OperatorFault.PAYOUT_NOT_FOUND);
  }

  private static ApiFault refusalOfClearing(Payout payout) {
    if (!payout.status().isFinal()) {
      return OperatorFault.PAYOUT_PENDING;
    }
    return payout.isFlagged()
        ? OperatorFault.FLAGGED_AT_ANOTHER_TIME
        : OperatorFault.PAYOUT_NOT_FLAGGED;
  }

  /** Without the rail's own words, which may be about a person. */
  private static void logDiscrepancy(
      PendingPayout payout, PayoutStatus status, PayoutOutcome outcome) {
    LOG.errorf(
        "%s is %s, but rail %s now answers %s: look into it",
        payout, status, payout.rail(), outcome.getClass().getSimpleName());
  }
}
