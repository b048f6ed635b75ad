package org.mizani.sweep;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.corridor.CorridorRules;
import org.mizani.corridor.CorridorRules.Range;
import org.mizani.corridor.Recipient;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;
import org.mizani.database.TimeOrderedId;
import org.mizani.money.Money;
import org.mizani.payout.SweepPayouts;
import org.mizani.rail.PayoutRail;

/** Which nights are due, and their sweeping, by the database's clock and in one statement each. */
@Singleton
final class SweepRuns {

  private static final UUID FIRST = new UUID(0, 0);

  /** The latest night of sweep {@code s}: when its time of day has come last. */
  static final String LATEST =
      """
      SELECT ((now() AT TIME ZONE 'UTC' - s.time_of_day)::date + s.time_of_day)
             AT TIME ZONE 'UTC' AS due_at""";

  /** Up to {@code $2} sweeps behind {@code $1} whose latest night is not over. */
  private static final String DUE =
      """
      SELECT s.id, s.version, s.currency, s.channel, s.destination_encrypted, n.due_at
      FROM sweep s
      JOIN business b ON b.id = s.business_id
      CROSS JOIN LATERAL (%s) n
      WHERE s.id > $1 AND s.enabled AND NOT b.suspended AND n.due_at >= s.counts_from
        AND (s.last_due_at IS NULL OR s.last_due_at < n.due_at)
      ORDER BY s.id
      LIMIT $2
      """
          .formatted(LATEST);

  /**
   * Sweeps the night of {@code $3} of sweep {@code $1} as of version {@code $2}. In steps:
   *
   * <ol>
   *   <li>take the night, unless it is over or another pod is at it, or the sweep has changed
   *   <li>lock the wallet
   *   <li>see what is there to sweep: whole units of {@code $8}, at most {@code $10}
   *   <li>record the payout {@code $4} of that with its hold, if it is enough
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
        WHERE w.purpose = 'collection'
        FOR NO KEY UPDATE OF w
      ), sweeping AS (
        SELECT $4::uuid AS payout_id, t.id AS sweep_id, $3::timestamptz AS due_at, t.business_id,
               w.id AS wallet_id, t.channel, $5::text AS country, $6::text AS rail, t.currency,
               a.amount_minor, $7::bytea AS parties_encrypted
        FROM taken t
        CROSS JOIN locked_wallet w
        CROSS JOIN LATERAL (
          SELECT least(w.available_minor, $10::bigint) / $8::bigint * $8::bigint AS amount_minor) a
        WHERE w.available_minor >= t.minimum_minor AND a.amount_minor >= $9::bigint
      ), %s
      SELECT (SELECT count(*) FROM taken) = 1 AS taken, (SELECT id FROM created) AS payout_id
      """
          .formatted(SweepPayouts.CREATE_SWEEPING);

  /** What became of an attempt to sweep a night. */
  enum Outcome {
    SWEPT,
    /** The wallet has less than the minimum: the night is over all the same. */
    TOO_LITTLE,
    /** Somebody else has swept it, or is at it, or the sweep has changed. */
    NOT_OURS
  }

  private final Database database;
  private final DestinationEncryption encryption;
  private final SweepPayouts payouts;
  private final CorridorRules corridors;
  private final PendingSweepRuns waiting;
  private final InstantSource clock;
  private final int page;

  SweepRuns(
      Database database,
      DestinationEncryption encryption,
      SweepPayouts payouts,
      CorridorRules corridors,
      PendingSweepRuns waiting,
      InstantSource clock,
      SweepConfig config) {
    this.database = database;
    this.encryption = encryption;
    this.payouts = payouts;
    this.corridors = corridors;
    this.waiting = waiting;
    this.clock = clock;
    this.page = config.page();
  }

  /**
   * Sweeps that are due.
   *
   * @param last the last one that was read, readable or not; nothing where there are no more
   */
  record Page(List<DueSweep> sweeps, Optional<UUID> last) {}

  /** The first due sweeps, by their ids. */
  Uni<Page> due() {
    return dueBehind(FIRST);
  }

  /** The next due sweeps. */
  Uni<Page> dueBehind(UUID last) {
    return database.execute(DUE, Tuple.of(last, page)).map(this::page);
  }

  private Page page(RowSet<Row> rows) {
    List<DueSweep> sweeps = new ArrayList<>(rows.size());
    UUID last = FIRST;
    for (Row row : rows) {
      last = row.getUUID("id");
      dueSweep(row).ifPresent(sweeps::add);
    }
    return new Page(sweeps, rows.size() == page ? Optional.of(last) : Optional.empty());
  }

  /** One that cannot be read (its encryption key is gone) does not hold up the others. */
  private Optional<DueSweep> dueSweep(Row row) {
    try {
      return Optional.of(
          new DueSweep(
              row.getUUID("id"),
              row.getInteger("version"),
              row.getOffsetDateTime("due_at"),
              encryption.decrypt(row).recipient()));
    } catch (RuntimeException e) {
      waiting.waits(row.getUUID("id"), ShownTime.of(row, "due_at"), e);
      return Optional.empty();
    }
  }

  /** Sweeps a night: the wallet's funds become a payout on this rail. */
  Uni<Outcome> sweep(DueSweep due, PayoutRail rail) {
    return database.execute(SWEEP, parameters(due, rail)).map(SweepRuns::outcome);
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
        .addLong(unitOf(to))
        .addLong(range.smallest().minor())
        .addLong(range.largest().minor());
  }

  /** What the destination receives multiples of: mobile money has no cents. */
  private static long unitOf(Recipient destination) {
    return destination.channel() == Channel.MOBILE
        ? Money.exactly(destination.country().currency(), BigDecimal.ONE).minor()
        : 1;
  }

  private static Outcome outcome(RowSet<Row> rows) {
    Row row = rows.iterator().next();
    if (!row.getBoolean("taken")) {
      return Outcome.NOT_OURS;
    }
    return row.getUUID("payout_id") == null ? Outcome.TOO_LITTLE : Outcome.SWEPT;
  }
}
