package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.mizani.ledger.LedgerModel.Balance;
import org.mizani.ledger.LedgerModel.Key;
import org.mizani.money.CurrencyUnit;

/** Books of a few businesses in the database, checked for consistency and against a model. */
record Books(Pool pool) implements AutoCloseable {

  /**
   * Every wallet of businesses {@code $1} with the sums of its transfers and of its pending
   * payouts, and one hash over every column of every row about their money.
   */
  private static final String READ =
      """
      WITH mine AS MATERIALIZED (
        SELECT * FROM wallet WHERE business_id = ANY($1)
      ), account AS (
        SELECT w.id AS wallet_id, a.id, a.part
        FROM mine w
        CROSS JOIN LATERAL (VALUES (w.available_account_id, 'available'),
                                   (w.holding_account_id, 'holding'),
                                   (w.pending_account_id, 'pending')) a (id, part)
      ), transfer AS MATERIALIZED (
        SELECT t.*, hash_record_extended(t, 0) AS h
        FROM ledger_transfer t WHERE t.wallet_id = ANY (ARRAY(SELECT id FROM mine))
      ), moved AS MATERIALIZED (
        SELECT a.wallet_id, a.part, t.amount_minor AS minor, t.kind
        FROM account a JOIN transfer t ON t.credit_account_id = a.id
        UNION ALL
        SELECT a.wallet_id, a.part, -t.amount_minor, t.kind
        FROM account a JOIN transfer t ON t.debit_account_id = a.id
      ), paying AS MATERIALIZED (
        SELECT p.wallet_id, p.status, p.sender_minor + p.fee_minor AS cost,
               hash_record_extended(p, 0) AS h
        FROM payout p WHERE p.business_id = ANY($1)
      ), sums AS (
        SELECT wallet_id,
               coalesce(sum(minor) FILTER (WHERE part = 'available'), 0)::bigint AS available,
               coalesce(sum(minor) FILTER (WHERE part = 'holding'), 0)::bigint AS holding,
               coalesce(sum(minor) FILTER (WHERE part = 'pending'), 0)::bigint AS pending,
               coalesce(sum(minor) FILTER (WHERE kind NOT IN ('hold', 'release')), 0)::bigint
                 AS crossed
        FROM moved GROUP BY wallet_id
      ), held AS (
        SELECT wallet_id, sum(cost)::bigint AS minor
        FROM paying WHERE status = 'pending' GROUP BY wallet_id
      ), digest AS (
        SELECT concat_ws('/',
          (SELECT sum(hash_record_extended(w, 0)) FROM mine w),
          (SELECT sum(h) FROM transfer),
          (SELECT sum(h) FROM paying),
          (SELECT sum(hash_record_extended(c, 0)) FROM collection c
           WHERE c.business_id = ANY($1))) AS text
      )
      SELECT w.business_id, w.purpose, w.currency,
             w.available_minor, w.holding_minor, w.pending_minor,
             coalesce(s.available, 0) AS available, coalesce(s.holding, 0) AS holding,
             coalesce(s.pending, 0) AS pending, coalesce(s.crossed, 0) AS crossed,
             coalesce(h.minor, 0) AS held, d.text AS digest
      FROM mine w
      CROSS JOIN digest d
      LEFT JOIN sums s ON s.wallet_id = w.id
      LEFT JOIN held h ON h.wallet_id = w.id
      """;

  /**
   * Opens books with connections of their own, which use one plan that never reads a whole table.
   */
  static Books open(Vertx vertx, String url, int connections) {
    PgConnectOptions options =
        PgConnectOptions.fromUri(url)
            .setUser("postgres")
            .setPassword("postgres")
            .setCachePreparedStatements(true)
            .addProperty("plan_cache_mode", "force_generic_plan")
            .addProperty("enable_seqscan", "off")
            .addProperty("enable_hashjoin", "off")
            .addProperty("enable_mergejoin", "off");
    return new Books(
        Pool.newInstance(
            PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(connections))
                .connectingTo(options)
                .using(vertx)
                .build()));
  }

  /**
   * Asserts that the books keep every rule of the ledger and agree with the model.
   *
   * @return a digest of all that they hold
   */
  String check(Long[] businessIds, LedgerModel model) {
    var rows = pool.preparedQuery(READ).execute(Tuple.of(businessIds)).await().atMost(PATIENCE);
    Map<Key, Balance> found = new HashMap<>();
    Map<CurrencyUnit, Long> netInflow = new EnumMap<>(CurrencyUnit.class);
    String digest = "";
    for (Row row : rows) {
      Key key = key(row);
      assertConsistent(key, row, model);
      found.put(key, new Balance(row.getLong("available_minor"), row.getLong("holding_minor")));
      netInflow.merge(key.currency(), found.get(key).totalMinor(), Long::sum);
      digest = row.getString("digest");
    }
    if (!found.equals(model.wallets())) {
      assertThat(found).isEqualTo(model.wallets());
    }
    model
        .netInflow()
        .forEach((currency, minor) -> same(minor, netInflow.get(currency), "value in " + currency));
    return digest;
  }

  private static void assertConsistent(Key key, Row row, LedgerModel model) {
    long available = row.getLong("available_minor");
    long holding = row.getLong("holding_minor");
    if (available < 0 || holding < 0) {
      throw new AssertionError(key + " is below zero: " + available + ", " + holding);
    }
    same(0, row.getLong("pending_minor"), "pending of " + key);
    same(row.getLong("available"), available, "transfers of available of " + key);
    same(row.getLong("holding"), holding, "transfers of holding of " + key);
    same(row.getLong("pending"), row.getLong("pending_minor"), "transfers of pending of " + key);
    same(row.getLong("held"), holding, "cost of what is pending of " + key);
    same(model.pendingCostMinor(key), holding, "cost in the model of what is pending of " + key);
    same(row.getLong("crossed"), available + holding, "what came in and did not go of " + key);
  }

  /** Compares without an assertion library, since it runs millions of times. */
  private static void same(long expected, long found, String name) {
    if (expected != found) {
      throw new AssertionError(name + " is " + expected + ", yet there is " + found);
    }
  }

  private static Key key(Row row) {
    return new Key(
        row.getLong("business_id"),
        WalletPurpose.valueOf(row.getString("purpose").toUpperCase(Locale.ROOT)),
        CurrencyUnit.valueOf(row.getString("currency")));
  }

  @Override
  public void close() {
    pool.close().await().atMost(PATIENCE);
  }
}
