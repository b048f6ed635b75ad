package org.mizani.work;

import static org.mizani.support.Eventually.PATIENCE;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.UUID;
import java.util.stream.Stream;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;

/** Leases on rows of {@code payout_due} without payouts, and sessions that lock such rows. */
@Singleton
class DueLeases {

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE 'UPDATE payout_due%'";

  private final Rows rows;
  private final Pool pool;

  DueLeases(Rows rows, Pool pool) {
    this.rows = rows;
    this.pool = pool;
  }

  /** Creates a row that is due in an hour, and returns its lease. */
  Lease create() {
    return create(UUID.randomUUID(), 1);
  }

  /** Creates such a row with this id, which was polled as often. */
  Lease create(UUID id, int polls) {
    rows.execute(
        """
        INSERT INTO payout_due (id, business_id, created_at, next_poll_at, polls)
        VALUES ($1, 1, now(), now() + interval '1 hour', $2)
        RETURNING id
        """,
        id,
        polls);
    return new Lease(id, polls);
  }

  void delete(Lease... leases) {
    rows.execute("DELETE FROM payout_due WHERE id = ANY ($1)", (Object) ids(leases));
  }

  /** The words of networks that were counted for a row. */
  long words(Lease lease) {
    return rows.count("SELECT words FROM payout_due WHERE id = $1", lease.id());
  }

  /** Locks rows by another session. */
  SqlConnection lock(Lease... leases) {
    SqlConnection other = pool.getConnection().await().atMost(PATIENCE);
    other.query(PatientPool.BEGIN).execute().await().atMost(PATIENCE);
    other
        .preparedQuery("SELECT FROM payout_due WHERE id = ANY ($1) FOR NO KEY UPDATE")
        .execute(Tuple.of((Object) ids(leases)))
        .await()
        .atMost(PATIENCE);
    return other;
  }

  void unlock(SqlConnection other) {
    other.query("COMMIT").execute().await().atMost(PATIENCE);
    other.close().await().atMost(PATIENCE);
  }

  /** The number of statements that wait for a locked row. */
  long waiting() {
    return rows.count(WAITING);
  }

  /** Ends those statements, as their time-out would. */
  void endWaiting() {
    rows.execute(WAITING.replace("count(*)", "pg_cancel_backend(pid)"));
  }

  private static UUID[] ids(Lease... leases) {
    return Stream.of(leases).map(Lease::id).toArray(UUID[]::new);
  }
}
