package org.mizani.ledger;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.Projection;
import org.mizani.database.replica.LaggingReads;
import org.mizani.database.replica.LaggingReads.Found;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.ledger.Statement.Accounts;
import org.mizani.ledger.Statement.Ids;
import org.mizani.ledger.Statement.Query;
import org.mizani.money.CurrencyUnit;

/**
 * Statements of wallets: the sums of a time range, from the last daily closing before it on. {@link
 * StatementLines} reads the lines.
 */
@Singleton
public final class Statements {

  /**
   * Sums of the wallet $1 with the accounts $2 to $4 before $5 and before $6, and the lines
   * between. They start from the last day closed before $7, the day of $5. Ids are given in the
   * order of time, but for the length of a transaction: a transfer of that next day or later has a
   * greater id than those of the day before the closed one, and one of the day $8, the last of the
   * range, or earlier has none greater than that day's last. The transaction began before the sums:
   * they have all that was committed by then.
   */
  static final String SUM_UP =
      """
      WITH closed AS MATERIALIZED (
        SELECT max(day) AS day FROM closed_day WHERE day < $7
      ), bound AS MATERIALIZED (
        SELECT coalesce((c.day + 1)::timestamp AT TIME ZONE 'UTC', '-infinity') AS since,
               coalesce((SELECT d.last_transfer_id FROM closed_day d WHERE d.day = c.day - 1), 0)
                 AS after_id,
               coalesce((SELECT d.last_transfer_id FROM closed_day d WHERE d.day = $8),
                        9223372036854775807) AS last_id
        FROM closed c
      ), changed AS MATERIALIZED (
        SELECT id, created_at,
               CASE $2::bigint WHEN credit_account_id THEN amount_minor
                               WHEN debit_account_id THEN -amount_minor ELSE 0 END AS a,
               CASE $3::bigint WHEN credit_account_id THEN amount_minor
                               WHEN debit_account_id THEN -amount_minor ELSE 0 END AS h,
               CASE $4::bigint WHEN credit_account_id THEN amount_minor
                               WHEN debit_account_id THEN -amount_minor ELSE 0 END AS p
        FROM ledger_transfer
        WHERE wallet_id = $1
          AND id > (SELECT after_id FROM bound) AND id <= (SELECT last_id FROM bound)
          AND created_at >= (SELECT since FROM bound) AND created_at < $6
      ), sums AS (
        SELECT coalesce(sum(a) FILTER (WHERE created_at < $5), 0) AS opening_a,
               coalesce(sum(h) FILTER (WHERE created_at < $5), 0) AS opening_h,
               coalesce(sum(p) FILTER (WHERE created_at < $5), 0) AS opening_p,
               coalesce(sum(a), 0) AS closing_a,
               coalesce(sum(h), 0) AS closing_h,
               coalesce(sum(p), 0) AS closing_p,
               coalesce(min(id) FILTER (WHERE created_at >= $5), 0) AS first_id,
               coalesce(max(id) FILTER (WHERE created_at >= $5), 0) AS last_id,
               count(*) FILTER (WHERE created_at >= $5) AS lines
        FROM changed
      ), account AS (
        SELECT a.part, coalesce(b.balance_minor, 0) AS minor
        FROM (VALUES ('a', $2::bigint), ('h', $3), ('p', $4)) a (part, id)
        LEFT JOIN LATERAL (
          SELECT d.balance_minor FROM daily_closing d
          WHERE d.account_id = a.id AND d.day <= (SELECT day FROM closed)
          ORDER BY d.day DESC LIMIT 1) b ON true
      )
      SELECT (a.minor + s.opening_a)::bigint AS opening_available,
             (h.minor + s.opening_h)::bigint AS opening_holding,
             (p.minor + s.opening_p)::bigint AS opening_pending,
             (a.minor + s.closing_a)::bigint AS closing_available,
             (h.minor + s.closing_h)::bigint AS closing_holding,
             (p.minor + s.closing_p)::bigint AS closing_pending,
             s.first_id, s.last_id, s.lines, now() AS as_of,
             EXISTS (SELECT FROM closed_day d WHERE d.day >= $8) AS closed
      FROM sums s
      JOIN account a ON a.part = 'a'
      JOIN account h ON h.part = 'h'
      JOIN account p ON p.part = 'p'
      """;

  /** The database's time, and whether the day $1 was closed by then. */
  private static final String NOW =
      "SELECT now() AS as_of, EXISTS (SELECT FROM closed_day WHERE day >= $1) AS closed";

  private static final Projection<Sums> SUMS = Projection.into(Sums.class);
  private static final Projection<Now> NOWS = Projection.into(Now.class);

  /** Times the greatest lag of a replica that is asked: then it has what was committed. */
  private static final int CERTAIN = 6;

  private final Database database;
  private final LaggingReads reads;
  private final Duration timeout;
  private final Duration lag;

  Statements(
      Database database,
      LaggingReads reads,
      LedgerConfig.Statement config,
      DatabaseConfig databaseConfig) {
    this.database = database;
    this.reads = reads;
    this.timeout = config.timeout();
    this.lag = databaseConfig.replica().maxLag().multipliedBy(CERTAIN);
  }

  /** Sums of a statement in minor units, and the ids and number of its lines. */
  @RegisterForReflection
  private record Sums(
      long openingAvailable,
      long openingHolding,
      long openingPending,
      long closingAvailable,
      long closingHolding,
      long closingPending,
      long firstId,
      long lastId,
      long lines,
      Instant asOf,
      boolean closed) {

    Funds opening(CurrencyUnit currency) {
      return new Funds(currency, openingAvailable, openingHolding, openingPending);
    }

    Funds closing(CurrencyUnit currency) {
      return new Funds(currency, closingAvailable, closingHolding, closingPending);
    }
  }

  /** The database's time, and whether the last day of a range was closed by then. */
  @RegisterForReflection
  private record Now(Instant asOf, boolean closed) {

    /** The range without what lies after now. */
    Query cut(Query query) {
      if (!query.from().isBefore(asOf)) {
        throw ApiFault.invalid("from", "must not be in the future").asException();
      }
      return query.to().isAfter(asOf) ? query.until(asOf) : query;
    }
  }

  /**
   * Sums a statement up. It may lag.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code wallet not found}
   */
  public Uni<Statement> sumUp(Query query) {
    return wallet(query)
        .map(found -> found.orElseThrow(OperatorFault.WALLET_NOT_FOUND::asException).accounts())
        .chain(accounts -> sumUp(query, accounts, reads::executeLong));
  }

  /**
   * Sums a statement up for the wallet's business: zeros where it has no such wallet. It misses
   * nothing that was committed before: a replica is asked once the range has ended for long. A
   * range that has not ended is cut to now.
   *
   * @throws ApiFault.ApiException (as failure) 400 for a range of the future
   */
  public Uni<Statement> sumUpToTheLast(Query query) {
    return database
        .one(NOW, Tuple.of(lastDay(query)), NOWS)
        .chain(now -> sumUpToTheLast(now.cut(query), now));
  }

  private Uni<Statement> sumUpToTheLast(Query query, Now now) {
    boolean ended = query.to().isBefore(now.asOf().minus(lag));
    LongRead read = ended ? reads::executeLong : reads::executeLongOnPrimary;
    return wallet(query)
        .chain(
            found ->
                found
                    .map(wallet -> sumUp(query, wallet.accounts(), read))
                    .orElseGet(
                        () ->
                            Uni.createFrom()
                                .item(Statement.ofNoWallet(query, now.asOf(), now.closed()))));
  }

  /** Where the sums are read. */
  @FunctionalInterface
  private interface LongRead {
    Uni<Found> of(String statement, Tuple parameters, Duration patience);
  }

  private Uni<Optional<Wallet>> wallet(Query query) {
    return database.read(() -> Wallet.of(query.businessId(), query.purpose(), query.currency()));
  }

  private Uni<Statement> sumUp(Query query, Accounts accounts, LongRead read) {
    return read.of(SUM_UP, parameters(query, accounts), timeout)
        .map(found -> statement(query, accounts, found));
  }

  private static Tuple parameters(Query query, Accounts accounts) {
    return Tuple.tuple()
        .addLong(accounts.wallet())
        .addLong(accounts.available())
        .addLong(accounts.holding())
        .addLong(accounts.pending())
        .addOffsetDateTime(utc(query.from()))
        .addOffsetDateTime(utc(query.to()))
        .addLocalDate(utc(query.from()).toLocalDate())
        .addLocalDate(lastDay(query));
  }

  private static LocalDate lastDay(Query query) {
    return utc(query.lastInstant()).toLocalDate();
  }

  private static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  private static Statement statement(Query query, Accounts accounts, Found found) {
    Sums sums = SUMS.all(found.rows()).get(0);
    return new Statement(
        query,
        accounts,
        sums.opening(query.currency()),
        sums.closing(query.currency()),
        new Ids(sums.firstId, sums.lastId),
        sums.lines,
        sums.asOf,
        sums.closed,
        found.position());
  }
}
