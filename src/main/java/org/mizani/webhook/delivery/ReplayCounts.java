package org.mizani.webhook.delivery;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.LimitFault;

/** Counts of the single replays that a business makes in a UTC day, by the database's clock. */
@Singleton
final class ReplayCounts {

  /** A replay that began before the day of the row counts in that of the row. */
  private static final String COUNT =
      """
      INSERT INTO webhook_replay_day AS counted (business_id, starts_at, replayed)
      VALUES ($1, date_trunc('day', now(), 'UTC'), 1)
      ON CONFLICT (business_id) DO UPDATE
         SET starts_at = greatest(counted.starts_at, excluded.starts_at),
             replayed = CASE WHEN counted.starts_at < excluded.starts_at THEN 1
                             ELSE counted.replayed + 1 END
      RETURNING replayed,
                (extract(epoch FROM starts_at + interval '24 hours' - now()) * 1000)::bigint
                  AS ends_in_ms
      """;

  private final Database database;
  private final int most;

  ReplayCounts(Database database, ReplayConfig config) {
    this.database = database;
    this.most = config.replays().perDay();
  }

  /**
   * Counts one replay, as a part of the caller's transaction: one that is refused does not count.
   *
   * @throws ApiFault.ApiException (as failure) 429 beyond the limit
   */
  Uni<Void> count(long businessId) {
    return database
        .one(COUNT, Tuple.of(businessId), row -> row)
        .invoke(this::requireFew)
        .replaceWithVoid();
  }

  private void requireFew(Row row) {
    if (row.getInteger("replayed") > most) {
      throw LimitFault.replaysExceeded(Duration.ofMillis(row.getLong("ends_in_ms"))).asException();
    }
  }
}
