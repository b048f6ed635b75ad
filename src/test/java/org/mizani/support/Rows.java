package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.mizani.ledger.Ledger;

/** What the database holds, as tests look at it beside the API. */
@Singleton
public class Rows {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Pool pool;
  private final Ledger ledger;

  Rows(Pool pool, Ledger ledger) {
    this.pool = pool;
    this.ledger = ledger;
  }

  /** How many payouts a business has. */
  public long payoutsOf(long businessId) {
    return count("SELECT count(*) FROM payout WHERE business_id = $1", businessId);
  }

  /** The kinds of the transfers that a payout brought about, in their order. */
  public List<String> transfersOf(String serviceReference) {
    return execute(
            "SELECT kind FROM ledger_transfer WHERE payout_id = $1 ORDER BY id",
            UUID.fromString(serviceReference))
        .stream()
        .map(row -> row.getString("kind"))
        .toList();
  }

  /** The kinds of the transfers that a collection brought about, in their order. */
  public List<String> transfersOfCollection(String id) {
    return execute(
            "SELECT kind FROM ledger_transfer WHERE collection_id = $1 ORDER BY id",
            UUID.fromString(id))
        .stream()
        .map(row -> row.getString("kind"))
        .toList();
  }

  /** How often a payout was looked at by the settler. */
  public long looksOf(String serviceReference) {
    return count("SELECT looks FROM payout WHERE id = $1", UUID.fromString(serviceReference));
  }

  /** A single number. */
  public long count(String sql, Object... parameters) {
    return execute(sql, parameters).get(0).getLong(0);
  }

  /** Runs one statement. */
  public List<Row> execute(String sql, Object... parameters) {
    var rows =
        pool.preparedQuery(sql).execute(Tuple.from(List.of(parameters))).await().atMost(PATIENCE);
    return StreamSupport.stream(rows.spliterator(), false).toList();
  }

  /** Asserts that every balance is what its transfers sum up to. */
  public void assertBooksBalance() {
    assertThat(ledger.unbalancedWallets().await().atMost(PATIENCE)).isEmpty();
  }
}
