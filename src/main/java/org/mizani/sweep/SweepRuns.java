package org.mizani.sweep;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.corridor.CorridorRules;
import org.mizani.corridor.CorridorRules.Range;
import org.mizani.corridor.Recipient;
import org.mizani.database.Database;
import org.mizani.database.TimeOrderedId;
import org.mizani.ledger.WalletLocks;
import org.mizani.money.Money;
import org.mizani.payout.record.UnrequestedPayouts;
import org.mizani.rail.PayoutRail;

/** Runs of sweeps: those due by the database's clock, and the one statement that does a run. */
@Singleton
final class SweepRuns {

  private static final UUID FIRST = new UUID(0, 0);

  /**
   * Does the run due at {@code $3} of sweep {@code $1} as of version {@code $2}. In steps:
   *
   * <ol>
   *   <li>claim the run, unless it is done, another pod holds it or the sweep has changed
   *   <li>lock the wallet, which is waited for {@code $11} milliseconds
   *   <li>compute the amount: whole units of {@code $8}, at most {@code $10}
   *   <li>record the payout {@code $4} of that amount with its hold, if it is enough
   * </ol>
   */
  private static final String SWEEP =
      """
      WITH free AS (
        SELECT s.id
        FROM sweep s JOIN business b ON b.id = s.business_id
        WHERE s.id = $1 AND s.version = $2 AND s.enabled AND NOT b.suspended
          AND (s.last_due_at IS NULL OR s.last_due_at < $3)
        FOR NO KEY UPDATE OF s SKIP LOCKED
      ), taken AS (
        UPDATE sweep s SET last_due_at = $3 FROM free WHERE s.id = free.id
        RETURNING s.id, s.business_id, s.currency, s.channel, s.minimum_minor
      ), locked_wallet AS MATERIALIZED (
        SELECT w.id, w.currency, w.available_minor, w.holding_minor,
               w.available_account_id, w.holding_account_id
        FROM wallet w
        JOIN taken t ON t.business_id = w.business_id AND t.currency = w.currency
        WHERE w.purpose = 'collection' AND %s
        FOR NO KEY UPDATE OF w
      ), unrequested AS (
        SELECT $4::uuid AS payout_id, t.id AS sweep_id, $3::timestamptz AS due_at,
               NULL::uuid AS refund_of, t.business_id, w.id AS wallet_id, t.channel,
               $5::text AS country, $6::text AS rail, $12::boolean AS at_most_once, t.currency,
               a.amount_minor, 'sweep' AS purpose, $13::integer AS recipient_hash,
               $7::bytea AS parties_encrypted
        FROM taken t
        CROSS JOIN locked_wallet w
        CROSS JOIN LATERAL (
          SELECT least(w.available_minor, $10::bigint) / $8::bigint * $8::bigint AS amount_minor) a
        WHERE w.available_minor >= t.minimum_minor AND a.amount_minor >= $9::bigint
      ), %s
      SELECT (SELECT count(*) FROM taken) = 1 AS taken, (SELECT id FROM created) AS payout_id
      """
          .formatted(WalletLocks.waitingFor("$11"), UnrequestedPayouts.CREATE);

  /** Outcome of an attempt at a run. */
  enum Outcome {
    SWEPT,
    /** The wallet has less than the minimum: the run is done without a payout. */
    TOO_LITTLE,
    /** Another pod has done the run or is doing it, or the sweep has changed. */
    NOT_OURS
  }

  private final Database database;
  private final DestinationEncryption encryption;
  private final UnrequestedPayouts payouts;
  private final CorridorRules corridors;
  private final PendingSweepRuns pending;
  private final WalletLocks locks;
  private final InstantSource clock;
  private final int page;

  SweepRuns(
      Database database,
      DestinationEncryption encryption,
      UnrequestedPayouts payouts,
      CorridorRules corridors,
      PendingSweepRuns pending,
      WalletLocks locks,
      InstantSource clock,
      SweepConfig config) {
    this.database = database;
    this.encryption = encryption;
    this.payouts = payouts;
    this.corridors = corridors;
    this.pending = pending;
    this.locks = locks;
    this.clock = clock;
    this.page = config.page();
  }

  /**
   * Page of due sweeps.
   *
   * @param last the id of the last one read, decrypted or not; empty on the last page
   */
  record Page(List<DueSweep> sweeps, Optional<UUID> last) {}

  /** The first page of due sweeps, by id. */
  Uni<Page> due() {
    return dueAfter(FIRST);
  }

  /** The next page of due sweeps. */
  Uni<Page> dueAfter(UUID last) {
    return database.read(() -> StoredSweep.due(last, page)).map(this::page);
  }

  private Page page(List<StoredSweep> found) {
    Optional<UUID> last =
        found.size() == page ? Optional.of(found.get(page - 1).id()) : Optional.empty();
    return new Page(found.stream().flatMap(sweep -> dueSweep(sweep).stream()).toList(), last);
  }

  /** A sweep that cannot be decrypted (its key is gone) does not hold up the others. */
  private Optional<DueSweep> dueSweep(StoredSweep sweep) {
    try {
      return Optional.of(
          new DueSweep(
              sweep.id(),
              sweep.version(),
              sweep.latestDueAt().atOffset(ZoneOffset.UTC),
              encryption.decrypt(sweep).recipient()));
    } catch (RuntimeException e) {
      pending.log(sweep.id(), sweep.latestDueAt(), e);
      return Optional.empty();
    }
  }

  /** Does a run: the wallet's funds become a payout on this rail. */
  Uni<Outcome> sweep(DueSweep due, PayoutRail rail) {
    return database.one(SWEEP, parameters(due, rail), SweepRuns::outcome);
  }

  private Tuple parameters(DueSweep due, PayoutRail rail) {
    Recipient to = due.destination();
    UUID reference = TimeOrderedId.at(clock.millis());
    Range range = corridors.rangeOf(to.country(), to.channel());
    return Tuple.tuple()
        .addUUID(due.id())
        .addInteger(due.version())
        .addOffsetDateTime(due.dueAt())
        .addUUID(reference)
        .addString(to.country().name())
        .addString(rail.name())
        .addBuffer(Buffer.buffer(payouts.encrypted(reference, to)))
        .addLong(unitOf(to, rail))
        .addLong(range.smallest().minor())
        .addLong(range.largest().minor())
        .addString(WalletLocks.millis(locks.shortWait()))
        .addBoolean(!rail.capabilities(to.channel()).idempotent())
        .addInteger(payouts.hash(to));
  }

  /** The smallest unit that the destination can receive: mobile money has no cents. */
  private static long unitOf(Recipient destination, PayoutRail rail) {
    return destination.channel() == Channel.MOBILE
            || rail.capabilities(destination.channel()).amounts().wholeUnits()
        ? Money.exactly(destination.country().currency(), BigDecimal.ONE).minor()
        : 1;
  }

  private static Outcome outcome(Row row) {
    if (!row.getBoolean("taken")) {
      return Outcome.NOT_OURS;
    }
    return row.getUUID("payout_id") == null ? Outcome.TOO_LITTLE : Outcome.SWEPT;
  }
}
