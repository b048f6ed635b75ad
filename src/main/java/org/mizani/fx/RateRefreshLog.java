package org.mizani.fx;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;

/**
 * Which pod attempts the refresh of a day, whether it is done, and which one tells that it was
 * missed: all by the database's clock. A day that was told has its next attempt at infinity.
 */
@Singleton
public final class RateRefreshLog {

  /** Not before the day's change, $3: rates of an earlier instant would be the day's before. */
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
   * Ends the days up to $1, whose window is over at $3, that are not done and that nobody is at;
   * those of which there is no row as well, from the first one that is known of the last $2 days
   * on. Where none is, nobody refreshed rates until now: $1 is ended and not told.
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
   * Takes the next attempt of a day, which is nobody else's then.
   *
   * @param until how long nobody else may attempt it
   * @return whether it is the caller's
   */
  public Uni<Boolean> claim(LocalDate day, Duration until) {
    return database
        .execute(CLAIM, Tuple.of(day, until.toMillis(), RateTimes.on(day).atOffset(ZoneOffset.UTC)))
        .map(rows -> rows.iterator().hasNext());
  }

  /** Ends the attempts of a day. */
  public Uni<Void> finish(LocalDate day) {
    return database.execute(FINISH, Tuple.of(day)).replaceWithVoid();
  }

  /**
   * The days whose rates were never all there, each told to one caller once. Days before the first
   * one that anybody was at, this included, are not among them.
   *
   * @param last the last day whose window is over
   * @param end when that window ended
   * @param lookBack how many days before it may have been missed
   */
  public Uni<List<LocalDate>> missed(LocalDate last, Instant end, int lookBack) {
    return database
        .execute(MISS, Tuple.of(last, lookBack, end.atOffset(ZoneOffset.UTC)))
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> row.getLocalDate("day"))
                    .toList());
  }
}
