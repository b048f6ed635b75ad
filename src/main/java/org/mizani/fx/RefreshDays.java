package org.mizani.fx;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.LocalDate;
import org.mizani.database.Database;

/** Which pod attempts the refresh of a day, and whether it is done. */
@Singleton
public final class RefreshDays {

  private static final String CLAIM =
      """
      INSERT INTO fx_refresh AS r (day, attempts, next_attempt_at)
      VALUES ($1, 1, now() + $2 * interval '1 millisecond')
      ON CONFLICT (day) DO UPDATE
        SET attempts = r.attempts + 1, next_attempt_at = excluded.next_attempt_at
        WHERE r.done_at IS NULL AND r.next_attempt_at <= now()
      RETURNING attempts
      """;

  private static final String FINISH = "UPDATE fx_refresh SET done_at = now() WHERE day = $1";

  private final Database database;

  RefreshDays(Database database) {
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
        .execute(CLAIM, Tuple.of(day, until.toMillis()))
        .map(rows -> rows.iterator().hasNext());
  }

  /** Ends the attempts of a day. */
  public Uni<Void> finish(LocalDate day) {
    return database.execute(FINISH, Tuple.of(day)).replaceWithVoid();
  }
}
