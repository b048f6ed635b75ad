package org.mizani.rail.kit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Books of the service, read from its database. */
final class KitBooks {

  /** Ids of questions under a receipt acknowledge no payment. */
  private static final String UNACKNOWLEDGED =
      "NOT EXISTS (SELECT FROM unnest(d.network_ids) AS i (id) WHERE i.id NOT LIKE '?%')";

  /** A submission from before the creation is one that {@link #age} has moved back. */
  private static final String PAYOUTS =
      """
      SELECT p.id, p.business_reference, p.status, p.receiver_currency, p.receiver_minor, p.receipt,
             d.submitted_at
               + CASE WHEN d.submitted_at < p.created_at THEN 15 ELSE 0 END * interval '1 minute',
             d.id IS NOT NULL AND NOT %1$s, p.flagged,
             EXISTS (SELECT FROM rail_callback c
                     WHERE c.payment_id = p.id AND c.purpose = 'result'),
             count(*) FILTER (WHERE d.id IS NOT NULL AND %1$s)
               OVER (PARTITION BY p.channel, p.receiver_minor)
               > (d.id IS NOT NULL AND %1$s)::integer
      FROM payout p LEFT JOIN payout_due d ON d.id = p.id
      """
          .formatted(UNACKNOWLEDGED);

  private static final String MOVES =
      """
      WITH moved AS (
        SELECT p.id, p.status, p.sender_minor + p.fee_minor AS cost,
               count(*) FILTER (WHERE t.kind = 'hold') AS holds,
               count(*) FILTER (WHERE t.kind = 'capture') AS captures,
               count(*) FILTER (WHERE t.kind = 'release') AS releases,
               coalesce(sum(t.amount_minor) FILTER (WHERE t.kind = 'hold'), 0) AS held,
               coalesce(sum(t.amount_minor) FILTER (WHERE t.kind IN ('capture', 'fee')), 0) AS taken,
               coalesce(sum(t.amount_minor) FILTER (WHERE t.kind = 'release'), 0) AS returned
        FROM payout p LEFT JOIN ledger_transfer t ON t.subject_id = p.id
        GROUP BY p.id)
      """;

  /** Claims about the ledger, each with a query for the number of rows that break it. */
  private static final Map<String, String> CLAIMS = claims();

  private final EmbeddedPostgres database;

  KitBooks(EmbeddedPostgres database) {
    this.database = database;
  }

  private static Map<String, String> claims() {
    Map<String, String> claims = new LinkedHashMap<>();
    claims.put(
        "each payout is held once, with its cost",
        MOVES + "SELECT count(*) FROM moved WHERE holds <> 1 OR held <> cost");
    claims.put(
        "a success is captured once, and nothing of it released",
        MOVES
            + "SELECT count(*) FROM moved WHERE status = 'success'"
            + " AND (captures <> 1 OR releases <> 0 OR taken <> cost)");
    claims.put(
        "a failure is given back once, and nothing of it captured",
        MOVES
            + "SELECT count(*) FROM moved WHERE status = 'failure'"
            + " AND (releases <> 1 OR taken <> 0 OR returned <> cost)");
    claims.put(
        "nothing of a pending payout is captured or released",
        MOVES + "SELECT count(*) FROM moved WHERE status = 'pending' AND captures + releases <> 0");
    claims.put(
        "each wallet holds the costs of its pending payouts",
        """
        SELECT count(*) FROM wallet w WHERE w.holding_minor <>
          (SELECT coalesce(sum(p.sender_minor + p.fee_minor), 0) FROM payout p
           WHERE p.wallet_id = w.id AND p.status = 'pending')
        """);
    claims.put(
        "each wallet has its top-ups less the costs of what was paid or is pending",
        """
        SELECT count(*) FROM wallet w WHERE w.available_minor <>
          (SELECT coalesce(sum(t.amount_minor), 0) FROM ledger_transfer t
           JOIN ledger_movement m ON m.id = t.subject_id
           WHERE m.kind = 'top_up' AND t.credit_account_id = w.available_account_id)
          - (SELECT coalesce(sum(p.sender_minor + p.fee_minor), 0) FROM payout p
             WHERE p.wallet_id = w.id AND p.status <> 'failure')
        """);
    claims.put(
        "the ledger sums up to zero in each currency",
        """
        SELECT count(*) FROM
          (SELECT currency FROM
             (SELECT a.currency, t.amount_minor AS minor
              FROM ledger_transfer t JOIN ledger_account a ON a.id = t.credit_account_id
              UNION ALL
              SELECT a.currency, -t.amount_minor
              FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit_account_id) entry
           GROUP BY currency HAVING sum(minor) <> 0) unbalanced
        """);
    claims.put(
        "no rail contradicts a final payout",
        "SELECT count(*) FROM payout WHERE discrepancy_at IS NOT NULL");
    return claims;
  }

  /** Returns the claims that do not hold, each with the number of rows that break it. */
  List<String> broken() throws SQLException {
    List<String> broken = new ArrayList<>();
    for (Map.Entry<String, String> claim : CLAIMS.entrySet()) {
      long rows = number(claim.getValue());
      if (rows != 0) {
        broken.add(claim.getKey() + ": not in " + rows);
      }
    }
    return broken;
  }

  /** Returns all payouts. The order is null for a payout that no partner has requested. */
  List<KitPayout> payouts(Map<String, KitOrder> orders) throws SQLException {
    List<KitPayout> payouts = new ArrayList<>();
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(PAYOUTS)) {
      while (rows.next()) {
        String reference = rows.getString(2);
        payouts.add(
            new KitPayout(
                UUID.fromString(rows.getString(1)),
                reference,
                orders.get(reference),
                rows.getString(3),
                new Money(CurrencyUnit.valueOf(rows.getString(4)), rows.getLong(5)).major(),
                Optional.ofNullable(rows.getString(6)),
                Optional.ofNullable(rows.getTimestamp(7)).map(Timestamp::toInstant),
                rows.getBoolean(8),
                rows.getBoolean(9),
                rows.getBoolean(10),
                rows.getBoolean(11)));
      }
    }
    return payouts;
  }

  /**
   * Moves submissions without an outcome back by a quarter of an hour, if they are older than this.
   * From that age on, the service believes a network that it lacks the payout.
   */
  void age(int seconds) throws SQLException {
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE payout_due SET submitted_at = submitted_at - interval '15 minutes'"
              + " WHERE submitted_at BETWEEN now() - interval '15 minutes'"
              + " AND now() - interval '%d seconds'".formatted(seconds));
    }
  }

  /** Returns the end of the last lease, or the present time if no lease lasts any longer. */
  Instant endOfLeases() throws SQLException {
    return instant("SELECT greatest(now(), max(leased_until)) FROM payout_due");
  }

  /** Returns the time of the database. */
  Instant now() throws SQLException {
    return instant("SELECT now()");
  }

  private Instant instant(String query) throws SQLException {
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getTimestamp(1).toInstant();
    }
  }

  private long number(String query) throws SQLException {
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
