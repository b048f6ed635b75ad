package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletLocks;
import org.mizani.payout.limit.PayoutUsage;
import org.mizani.repeat.RecordedKeys;
import org.mizani.screening.ScreeningConfig;
import org.mizani.work.BatchColumns;
import org.mizani.work.Batcher;
import org.mizani.work.RowLocks;

/**
 * Creation of payouts with their holds: one statement and one round trip for all payouts that are
 * waiting (ADR 2). The statement is one transaction.
 */
@Singleton
final class PayoutCreation {

  /** Outcome of a request to create a payout. */
  enum Outcome {
    CREATED,
    DUPLICATE,
    INSUFFICIENT_BALANCE,
    QUOTE_USED,
    QUOTE_EXPIRED,
    /** Wallet, limits and quote allow it, but not together with those before it in the batch. */
    RETRY
  }

  /**
   * Creates payouts. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned, in the order of their ids (so that statements never deadlock)
   *   <li>of the requests on each wallet, take those that its available balance covers, in order
   *   <li>of those admit the ones that the limits of their businesses allow, where there are any
   *       ({@link PayoutUsage})
   *   <li>of those keep the ones whose quotes can be used, where they name any ({@link QuoteUse})
   *   <li>record the keys of these requests, where there are any; of those whose key is recorded
   *       already, no payout is made ({@link RecordedKeys})
   *   <li>insert them; a reference that exists already is skipped
   *   <li>insert their details, and when they are due; where they are screened (ADR 40), as not
   *       submitted yet
   *   <li>hold the costs of the inserted payouts, in the balances and as transfers
   *   <li>answer the outcome of each request
   * </ol>
   */
  private static final String STATEMENT =
      """
      WITH request AS (
        SELECT *, sender_minor + fee_minor AS cost_minor FROM %1$s
      ), locked_wallet AS MATERIALIZED (
        SELECT w.id, w.available_minor, w.holding_minor,
               w.available_account_id, w.holding_account_id
        FROM wallet w
        WHERE w.id = ANY (%2$s) AND %5$s
        ORDER BY w.id
        FOR NO KEY UPDATE
      ), covered AS (
        SELECT * FROM (
          SELECT r.*, w.available_minor,
                 sum(r.cost_minor) FILTER (WHERE r.cost_minor <= w.available_minor)
                   OVER (PARTITION BY w.id ORDER BY r.position) AS needed_minor
          FROM request r
          JOIN locked_wallet w ON w.id = r.wallet_id
        ) queued
        WHERE cost_minor <= available_minor AND needed_minor <= available_minor
      )%6$s%11$s
      , created AS (
        INSERT INTO payout (
          id, business_id, api_key_id, wallet_id, business_reference, channel, country, rail,
          sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor, fx_rate)
        SELECT
          id, business_id, api_key_id, wallet_id, business_reference, channel, country, rail,
          sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor, fx_rate
        FROM %7$s%12$s
        ORDER BY business_id, business_reference
        ON CONFLICT (business_id, business_reference) DO NOTHING
        RETURNING id, wallet_id, sender_minor + fee_minor AS total_minor
      ), detail AS (
        INSERT INTO payout_detail (
          payout_id, created_at, recipient_hash, parties_encrypted, purpose_of_transfer,
          source_of_funds, callback_url, forced_status)
        SELECT r.id, now(), r.recipient_hash, r.parties_encrypted, r.purpose_of_transfer,
               r.source_of_funds, r.callback_url, r.forced_status
        FROM created c JOIN request r ON r.id = c.id
      ), due AS (
        INSERT INTO payout_due (
          id, business_id, created_at, next_poll_at, leased_until, submitted_at, polls,
          skipped_polls, at_most_once)
        SELECT r.id, r.business_id, now(), now() + r.polls * %3$s * interval '1 millisecond',
               now() + r.polls * %3$s * interval '1 millisecond',
               CASE WHEN r.polls > 0 AND NOT (r.at_most_once OR %14$s) THEN now() END, r.polls,
               CASE WHEN r.at_most_once OR %14$s THEN r.polls ELSE 0 END, r.at_most_once
        FROM created c JOIN request r ON r.id = c.id
      ), %4$s%8$s
      SELECT CASE
               WHEN c.id IS NOT NULL THEN 'created'
               WHEN a.id IS NOT NULL THEN 'duplicate'%13$s
               WHEN w.available_minor >= r.cost_minor THEN 'retry'
               ELSE 'insufficient_balance'
             END AS outcome, %9$s
      FROM request r
      LEFT JOIN created c ON c.id = r.id
      LEFT JOIN %7$s a ON a.id = r.id
      LEFT JOIN locked_wallet w ON w.id = r.wallet_id
      %10$s
      ORDER BY r.position
      """;

  private static final BatchColumns<NewPayout> REQUEST = NewPayout.columns();

  private static final BatchColumns<NewPayout> KEYED_REQUEST =
      RecordedKeys.with(NewPayout.columns(), NewPayout::key);

  private static final BatchColumns<NewPayout> QUOTED_REQUEST =
      RecordedKeys.with(QuoteUse.with(NewPayout.columns()), NewPayout::key);

  /** Creates payouts of businesses without limits, by requests without keys. */
  static final String CREATE = statement(REQUEST, false, false, false);

  /** Creates payouts of businesses of which at least one has limits. */
  static final String CREATE_LIMITED = statement(REQUEST, true, false, false);

  /** Creates payouts of businesses without limits, by requests of which at least one has a key. */
  static final String CREATE_KEYED = statement(KEYED_REQUEST, false, true, false);

  /** Creates payouts of businesses with limits, by requests with keys. */
  static final String CREATE_LIMITED_KEYED = statement(KEYED_REQUEST, true, true, false);

  /** Creates payouts that name quotes, whether limits and keys are there or not. */
  static final String CREATE_QUOTED = statement(QUOTED_REQUEST, true, true, true);

  private static String statement(
      BatchColumns<NewPayout> request, boolean limited, boolean keyed, boolean quoted) {
    String admitted = quoted ? "quoted" : limited ? "admitted" : "covered";
    return STATEMENT.formatted(
        request.as("r"),
        request.parameterOf("wallet_id"),
        request.parameterAfter(1) + "::bigint",
        Ledger.HOLD_CREATED,
        WalletLocks.waitingFor(request.parameterAfter(2)),
        (limited ? PayoutUsage.ADMITTED : "") + (quoted ? QuoteUse.QUOTED : ""),
        admitted,
        (limited ? PayoutUsage.COUNTED : "") + (quoted ? QuoteUse.USED : ""),
        limited ? PayoutUsage.USED_UP : PayoutUsage.NOT_USED_UP,
        (limited ? PayoutUsage.OF_REQUEST : "") + (quoted ? QuoteUse.OF_REQUEST : ""),
        keyed ? RecordedKeys.recordedOf(admitted) : "",
        keyed ? RecordedKeys.WHERE_IS_FIRST : "",
        quoted ? QuoteUse.OUTCOMES : "",
        request.parameterAfter(3) + "::boolean");
  }

  /** Outcome of a request, and its refusal where a limit is used up. */
  record Result(Outcome outcome, Optional<ApiFault> usedUp) {}

  private final Database database;
  private final long leaseMillis;
  private final boolean screened;
  private final Batcher<NewPayout, Result> batcher;
  private final Batcher<NewPayout, Result> quotedBatcher;

  PayoutCreation(
      Database database, WalletLocks locks, PayoutConfig config, ScreeningConfig screening) {
    this.database = database;
    this.screened = screening.isOn();
    this.leaseMillis = config.settlement().lease().toMillis();
    RowLocks<NewPayout> wallets =
        locks.of("wallet (or limit of its business)", NewPayout::walletId, PayoutUsage.FREE);
    this.batcher = new Batcher<>(config.creation(), wallets, this::run);
    this.quotedBatcher = new Batcher<>(config.creation(), wallets, this::runQuoted);
  }

  /**
   * Creates this payout, together with others that arrive meanwhile.
   *
   * @throws ApiFault.ApiException (as failure) 429 where a limit of its business is used up
   */
  Uni<Outcome> create(NewPayout payout) {
    Batcher<NewPayout, Result> way =
        payout.order().price().quoteId().isPresent() ? quotedBatcher : batcher;
    return way.submit(payout).chain(result -> ended(payout, result));
  }

  /**
   * Creates these payouts, none of which has a key, in the transaction of the caller; that decides
   * about those to try again. Those that name a quote come by themselves.
   */
  Uni<List<Result>> createTogether(List<NewPayout> payouts, Duration lockWait) {
    return payouts.get(0).order().price().quoteId().isPresent()
        ? runQuoted(payouts, lockWait)
        : run(payouts, lockWait);
  }

  private Uni<Outcome> ended(NewPayout payout, Result result) {
    if (result.usedUp().isPresent()) {
      return result.usedUp().get().asFailure();
    }
    // The first that a wallet and the limits allow at all is created each time, so this comes to an
    // end; a business's first of all opens the rows of its limits.
    return result.outcome() == Outcome.RETRY
        ? create(payout)
        : Uni.createFrom().item(result.outcome());
  }

  private Uni<List<Result>> run(List<NewPayout> payouts, Duration lockWait) {
    boolean limited = payouts.stream().anyMatch(payout -> payout.limits().exist());
    boolean keyed = payouts.stream().anyMatch(payout -> payout.key().isPresent());
    String statement =
        keyed ? limited ? CREATE_LIMITED_KEYED : CREATE_KEYED : limited ? CREATE_LIMITED : CREATE;
    return run(statement, keyed ? KEYED_REQUEST : REQUEST, payouts, lockWait);
  }

  private Uni<List<Result>> runQuoted(List<NewPayout> payouts, Duration lockWait) {
    return run(CREATE_QUOTED, QUOTED_REQUEST, payouts, lockWait);
  }

  private Uni<List<Result>> run(
      String statement,
      BatchColumns<NewPayout> request,
      List<NewPayout> payouts,
      Duration lockWait) {
    return database
        .execute(
            statement,
            request.parameters(payouts, leaseMillis, WalletLocks.millis(lockWait), screened))
        .map(PayoutCreation::results);
  }

  private static List<Result> results(RowSet<Row> rows) {
    List<Result> results = new ArrayList<>(rows.size());
    for (Row row : rows) {
      Outcome outcome = Outcome.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT));
      results.add(new Result(outcome, PayoutUsage.refusal(row)));
    }
    return results;
  }
}
