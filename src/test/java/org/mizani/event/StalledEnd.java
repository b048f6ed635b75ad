package org.mizani.event;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.UUID;
import org.mizani.support.Eventually;

/**
 * Transaction that ends a payment and is not committed yet. Its time is that of its begin, and its
 * numbers those of the moment when it was made to write.
 */
final class StalledEnd implements AutoCloseable {

  private static final String RELEASE =
      """
      WITH locked AS (
        SELECT w.* FROM wallet w JOIN payout p ON p.wallet_id = w.id WHERE p.id = $1
        FOR NO KEY UPDATE OF w
      ), ended AS (
        UPDATE payout p SET status = 'failure', failure_code = 'refused', updated_at = now()
        FROM locked w WHERE p.id = $1
        RETURNING p.id, p.sender_minor + p.fee_minor AS total
      ), released AS (
        UPDATE wallet w SET available_minor = w.available_minor + e.total,
               holding_minor = w.holding_minor - e.total
        FROM ended e WHERE w.id = (SELECT id FROM locked)
      ), polled AS (
        DELETE FROM payout_due WHERE id = $1
      )
      INSERT INTO ledger_transfer
        (debit_account_id, credit_account_id, amount_minor, kind, wallet_id, subject_id)
      SELECT w.holding_account_id, w.available_account_id, e.total, 'release', w.id, e.id
      FROM locked w CROSS JOIN ended e
      """;

  private static final String DECLINE =
      """
      WITH locked AS (
        SELECT w.* FROM wallet w JOIN collection c ON c.wallet_id = w.id WHERE c.id = $1
        FOR NO KEY UPDATE OF w
      ), ended AS (
        UPDATE collection c SET status = 'failure', failure_code = 'refused', updated_at = now()
        FROM locked w WHERE c.id = $1
        RETURNING c.id, c.business_id, c.created_at, c.status, c.wallet_id
      ), polled AS (
        DELETE FROM collection_due WHERE id = $1
      )
      INSERT INTO collection_unpaid (id, business_id, created_at, status, wallet_id)
      SELECT id, business_id, created_at, status, wallet_id FROM ended
      """;

  private final SqlConnection connection;

  private StalledEnd(SqlConnection connection) {
    this.connection = connection;
  }

  /** Begins a transaction. */
  static StalledEnd begin(Pool pool) {
    StalledEnd end = new StalledEnd(pool.getConnection().await().atMost(Eventually.PATIENCE));
    end.run("BEGIN", Tuple.tuple());
    return end;
  }

  /** Ends a pending payout as failed. */
  void release(String payout) {
    run(RELEASE, Tuple.of(UUID.fromString(payout)));
  }

  /** Ends a pending collection as failed. */
  void decline(String collection) {
    run(DECLINE, Tuple.of(UUID.fromString(collection)));
  }

  void commit() {
    run("COMMIT", Tuple.tuple());
  }

  @Override
  public void close() {
    run("ROLLBACK", Tuple.tuple());
    connection.close().await().atMost(Eventually.PATIENCE);
  }

  private void run(String statement, Tuple parameters) {
    connection.preparedQuery(statement).execute(parameters).await().atMost(Eventually.PATIENCE);
  }
}
