package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgBuilder;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.mizani.ledger.TrialBalance;
import org.mizani.ledger.TrialBalances;

/** Rows of the service's database, which tests read and change beside the API. */
@Singleton
public class Rows {

  private static final String DIFFERENT_CLOSINGS =
      """
      SELECT count(*) FROM daily_closing d
      WHERE (debits_minor, credits_minor) <> (
        SELECT coalesce(sum(amount_minor) FILTER (WHERE debit_account_id = d.account_id), 0),
               coalesce(sum(amount_minor) FILTER (WHERE credit_account_id = d.account_id), 0)
        FROM ledger_transfer
        WHERE created_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC')
      """;

  private static final Map<String, Pool> POOLS = new ConcurrentHashMap<>();

  private final Supplier<Pool> pool;
  private final Supplier<List<?>> differences;

  @Inject
  Rows(PatientPool patient, TrialBalances balances) {
    this(
        patient::pool,
        () -> balances.drawUp().map(TrialBalance::mismatches).await().atMost(Eventually.PATIENCE));
  }

  private Rows(Supplier<Pool> pool, Supplier<List<?>> differences) {
    this.pool = pool;
    this.differences = differences;
  }

  /** The rows of the tested service, which runs in this process or in one of its own. */
  public static Rows here() {
    ArcContainer container = Arc.container();
    return container == null
        ? new Rows(Rows::outside, Rows::differences)
        : container.instance(Rows.class).get();
  }

  /** How many payouts a business has. */
  public long payoutsOf(long businessId) {
    return count("SELECT count(*) FROM payout WHERE business_id = $1", businessId);
  }

  /** The kinds of the transfers that a payout or collection brought about, in their order. */
  public List<String> transfersOf(String id) {
    return execute(
            "SELECT kind FROM ledger_transfer WHERE subject_id = $1 ORDER BY id",
            UUID.fromString(id))
        .stream()
        .map(row -> row.getString("kind"))
        .toList();
  }

  /** The flag of a payout or collection by its time: {@code none, older, of the end}. */
  public String flagOf(String table, UUID id) {
    return execute(
            """
            SELECT CASE WHEN NOT flagged THEN 'none' WHEN flagged_at = updated_at THEN 'of the end'
                        ELSE 'older' END
            FROM %s WHERE id = $1
            """
                .formatted(table),
            id)
        .get(0)
        .getString(0);
  }

  /** Changes a collection, as by {@code SET}; its other rows follow its time of creation. */
  public void changeCollection(UUID id, String change) {
    changeCollection(id, change, "polls = q.polls");
  }

  /** Changes a collection likewise, and in the same moment when it is due. */
  public void changeCollection(UUID id, String change, String due) {
    execute(
        """
        WITH changed AS (
          UPDATE collection SET %s WHERE id = $1 RETURNING id, created_at
        ), detail AS (
          UPDATE collection_detail d SET created_at = c.created_at
          FROM changed c WHERE d.collection_id = c.id
        ), unpaid AS (
          UPDATE collection_unpaid u SET created_at = c.created_at FROM changed c WHERE u.id = c.id
        )
        UPDATE collection_due q SET created_at = c.created_at, %s
        FROM changed c WHERE q.id = c.id
        """
            .formatted(change, due),
        id);
  }

  /**
   * Ends the polls of a business's payments: those of a test that is over are not to be seen by the
   * next one, which counts the requests to the network.
   */
  public void endPollsOf(long businessId) {
    execute("DELETE FROM payout_due WHERE business_id = $1", businessId);
    execute("DELETE FROM collection_due WHERE business_id = $1", businessId);
  }

  /** Makes the customer of a collection unreadable. */
  public void garbleCustomer(UUID id) {
    execute(
        "UPDATE collection_detail SET customer_encrypted = '\\x00' WHERE collection_id = $1", id);
  }

  /** Erases the customer of a collection, as happens after the retention. */
  public void eraseCustomer(UUID id) {
    execute("DELETE FROM collection_detail WHERE collection_id = $1", id);
  }

  /** How often the settler polled a pending payout; of a final one, the calls of its rail. */
  public long pollsOf(String serviceReference) {
    return count(
        "SELECT coalesce(q.polls, p.calls) FROM payout p LEFT JOIN payout_due q ON q.id = p.id"
            + " WHERE p.id = $1",
        UUID.fromString(serviceReference));
  }

  /** Makes payouts this old, such as {@code 2 hours}, wherever their time of creation stands. */
  public void agePayouts(String age, UUID... serviceReferences) {
    execute(
        """
        WITH aged AS (
          UPDATE payout SET created_at = now() - $2::text::interval WHERE id = ANY ($1)
          RETURNING id, created_at
        ), detail AS (
          UPDATE payout_detail d SET created_at = a.created_at FROM aged a WHERE d.payout_id = a.id
        ), due AS (
          UPDATE payout_due q SET created_at = a.created_at FROM aged a WHERE q.id = a.id
        )
        UPDATE payout_failed f SET created_at = a.created_at FROM aged a WHERE f.id = a.id
        """,
        serviceReferences,
        age);
  }

  /** The time by the database's clock. */
  public Instant now() {
    return execute("SELECT now()").get(0).getOffsetDateTime(0).toInstant();
  }

  /** A single number. */
  public long count(String sql, Object... parameters) {
    return execute(sql, parameters).get(0).getLong(0);
  }

  /** Runs one statement. */
  public List<Row> execute(String sql, Object... parameters) {
    var rows =
        pool.get()
            .preparedQuery(sql)
            .execute(Tuple.from(List.of(parameters)))
            .await()
            .atMost(Eventually.PATIENCE);
    return StreamSupport.stream(rows.spliterator(), false).toList();
  }

  /** Asserts that every balance is the sum of its transfers. */
  public void assertBooksBalance() {
    assertThat(differences.get()).isEmpty();
  }

  /** Asserts that every closing is the sum of all transfers of its account until that day. */
  public void assertClosingsAreSums() {
    assertThat(count(DIFFERENT_CLOSINGS)).isZero();
  }

  private static List<?> differences() {
    int port = ServicePort.number();
    return given()
        .port(port)
        .header("Authorization", "Bearer " + TestOperator.token(port))
        .get("/operator/ledger/trial-balance")
        .path("mismatchedWallets");
  }

  /**
   * The pool of a service in another process, one for each database: test classes may have one
   * after the other.
   */
  private static Pool outside() {
    return POOLS.computeIfAbsent(
        TestDatabase.uri(),
        uri -> Pool.newInstance(PgBuilder.pool().connectingTo(uri).using(Vertx.vertx()).build()));
  }
}
