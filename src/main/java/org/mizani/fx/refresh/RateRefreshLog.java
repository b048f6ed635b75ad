package org.mizani.fx.refresh;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.mizani.database.Database;
import org.mizani.fx.RateSchedule;

/**
 * Log of the daily rate refresh, one row a day: attempts, completion and missed days, all by the
 * database's clock. It gives each attempt, and the report of a missed day, to one pod. A reported
 * day has its next attempt at infinity.
 */
@Singleton
final class RateRefreshLog {

  /** Not before the change $3 of the day: until then the source has the rates of the day before. */
  private static final String CLAIM =
      """
      INSERT INTO fx_refresh AS r (day, attempts, next_attempt_at)
      SELECT $1, 1, now() + $2 * interval '1 millisecond'
      WHERE now() >= $3
      ON CONFLICT (day) DO UPDATE
        SET attempts = r.attempts + 1, next_attempt_at = excluded.next_attempt_at
        WHERE r.done_at IS NULL AND r.next_attempt_at <= now()
      RETURNING attempts
      """;

  private static final String FINISH = "UPDATE fx_refresh SET done_at = now() WHERE day = $1";

  /**
   * Ends the days up to $1 (its window ends at $3) that are neither done nor being attempted. Days
   * without a row are among them, from the first known of the last $2 days on. If none of those is
   * known, the refresh has only begun: $1 is ended without a report.
   */
  private static final String MISS =
      """
      WITH known AS (
        SELECT min(day) AS since FROM fx_refresh WHERE day BETWEEN $1::date - $2::int AND $1
      ), ended AS (
        INSERT INTO fx_refresh AS r (day, attempts, next_attempt_at)
        SELECT d.day, 1, 'infinity'
        FROM known
        CROSS JOIN generate_series(0, $1::date - coalesce(since, $1)) AS back (days)
        CROSS JOIN LATERAL (SELECT $1::date - back.days) AS d (day)
        WHERE now() >= $3 AND NOT EXISTS (
          SELECT FROM fx_refresh e
          WHERE e.day = d.day AND (e.done_at IS NOT NULL OR e.next_attempt_at > now()))
        ON CONFLICT (day) DO UPDATE
          SET attempts = r.attempts + 1, next_attempt_at = 'infinity'
          WHERE r.done_at IS NULL AND r.next_attempt_at <= now()
        RETURNING day
      )
      SELECT day FROM ended JOIN known ON since IS NOT NULL ORDER BY day
      """;

  private final Database database;

  RateRefreshLog(Database database) {
    this.database = database;
  }

  /**
   * Claims the next attempt of a day.
   *
   * @param lease how long no other pod may attempt it
   * @return whether the caller has it
   */
  Uni<Boolean> claim(LocalDate day, Duration lease) {
    return database
        .execute(
            CLAIM,
            Tuple.of(day, lease.toMillis(), RateSchedule.changeOn(day).atOffset(ZoneOffset.UTC)))
        .map(rows -> rows.iterator().hasNext());
  }

  /** Ends the attempts of a day. */
  Uni<Void> finish(LocalDate day) {
    return database.execute(FINISH, Tuple.of(day)).replaceWithVoid();
  }

  /**
   * The missed days, each reported to one caller once. Days before the first known one are not
   * among them.
   *
   * @param last the last day whose window is over
   * @param end when that window ended
   * @param lookBack how many days before it to look at
   */
  Uni<List<LocalDate>> missed(LocalDate last, Instant end, int lookBack) {
    return database.list(
        MISS,
        Tuple.of(last, lookBack, end.atOffset(ZoneOffset.UTC)),
        row -> row.getLocalDate("day"));
  }
}
