package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.corridor.Recipient;
import org.mizani.database.Database;
import org.mizani.fx.Quote;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletLocks;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.BatchColumns;
import org.mizani.work.Batcher;

/**
 * Creation of payouts with their holds: one statement and one round trip for all payouts that are
 * waiting (ADR 2). The statement is one transaction.
 */
@Singleton
final class PayoutCreation {

  /**
   * Payout to create.
   *
   * @param serviceReference the reference that it will have
   * @param caller the business that orders it
   * @param walletId the wallet that pays; null if it is not open yet
   * @param rail the name of the rail that will pay
   * @param encryptedParties the column {@code parties_encrypted}
   * @param handedOff whether this pod's settler takes it on at once, under a lease
   */
  record NewPayout(
      UUID serviceReference,
      Caller caller,
      Long walletId,
      PayoutOrder order,
      Quote quote,
      String rail,
      byte[] encryptedParties,
      boolean handedOff) {

    PayoutOrder.Terms terms() {
      return order.terms();
    }

    Recipient recipient() {
      return order.recipient();
    }

    /** What the partner is answered once it is recorded. */
    PayoutAnswer answer() {
      return new PayoutAnswer(
          serviceReference.toString(),
          terms().businessReference(),
          PayoutStatus.PENDING.wireName(),
          quote.sender().major(),
          quote.sender().currency().name(),
          quote.receiver().major(),
          quote.receiver().currency().name(),
          quote.total().major(),
          null,
          null,
          null,
          null);
    }
  }

  /** Outcome of a request to create a payout. */
  enum Outcome {
    CREATED,
    DUPLICATE,
    INSUFFICIENT_BALANCE,
    /** The wallet covers it, but not together with those before it in the batch. */
    RETRY
  }

  private static final BatchColumns<NewPayout> REQUEST =
      new BatchColumns<NewPayout>()
          .uuid("id", NewPayout::serviceReference)
          .bigint("wallet_id", NewPayout::walletId)
          .bigint("business_id", p -> p.caller().businessId())
          .bigint("api_key_id", p -> p.caller().apiKeyId())
          .text("business_reference", p -> p.terms().businessReference())
          .text("channel", p -> p.recipient().channel().code())
          .text("country", p -> p.recipient().country().name())
          .text("rail", NewPayout::rail)
          .bpchar("sender_currency", p -> p.quote().sender().currency().name())
          .bigint("sender_minor", p -> p.quote().sender().minor())
          .bigint("fee_minor", p -> p.quote().fee().minor())
          .text("receiver_currency", p -> p.quote().receiver().currency().name())
          .bigint("receiver_minor", p -> p.quote().receiver().minor())
          .numeric("fx_rate", p -> p.quote().rate())
          .text("purpose_of_transfer", p -> p.terms().purposeOfTransfer())
          .text("source_of_funds", p -> p.terms().sourceOfFunds().orElse(null))
          .bytea("parties_encrypted", NewPayout::encryptedParties)
          .text(
              "callback_url", p -> p.terms().callbackUrl().map(CallbackUrl::toString).orElse(null))
          .text(
              "forced_status",
              p -> p.terms().forcedOutcome().map(PayoutCreation::code).orElse(null))
          .integer("polls", p -> p.handedOff() ? 1 : 0);

  /**
   * Creates payouts. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned, in the order of their ids (so that statements never deadlock)
   *   <li>of the requests on each wallet, take those that its available balance covers, in order
   *   <li>insert them; a reference that exists already is skipped
   *   <li>insert their details, and when they are due
   *   <li>hold the costs of the inserted payouts, in the balances and as transfers
   *   <li>answer the outcome of each request
   * </ol>
   */
  static final String CREATE =
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
      ), created AS (
        INSERT INTO payout (
          id, business_id, api_key_id, wallet_id, business_reference, channel, country, rail,
          sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor, fx_rate)
        SELECT
          id, business_id, api_key_id, wallet_id, business_reference, channel, country, rail,
          sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor, fx_rate
        FROM covered
        ORDER BY business_id, business_reference
        ON CONFLICT (business_id, business_reference) DO NOTHING
        RETURNING id, wallet_id, sender_minor + fee_minor AS total_minor
      ), detail AS (
        INSERT INTO payout_detail (
          payout_id, created_at, parties_encrypted, purpose_of_transfer, source_of_funds,
          callback_url, forced_status)
        SELECT r.id, now(), r.parties_encrypted, r.purpose_of_transfer, r.source_of_funds,
               r.callback_url, r.forced_status
        FROM created c JOIN request r ON r.id = c.id
      ), due AS (
        INSERT INTO payout_due (
          id, business_id, created_at, next_poll_at, leased_until, submitted_at, polls)
        SELECT r.id, r.business_id, now(), now() + r.polls * %3$s * interval '1 millisecond',
               now() + r.polls * %3$s * interval '1 millisecond',
               CASE WHEN r.polls > 0 THEN now() END, r.polls
        FROM created c JOIN request r ON r.id = c.id
      ), %4$s
      SELECT CASE
               WHEN c.id IS NOT NULL THEN 'created'
               WHEN v.id IS NOT NULL THEN 'duplicate'
               WHEN w.available_minor >= r.cost_minor THEN 'retry'
               ELSE 'insufficient_balance'
             END AS outcome
      FROM request r
      LEFT JOIN created c ON c.id = r.id
      LEFT JOIN covered v ON v.id = r.id
      LEFT JOIN locked_wallet w ON w.id = r.wallet_id
      ORDER BY r.position
      """
          .formatted(
              REQUEST.as("r"),
              REQUEST.parameterOf("wallet_id"),
              REQUEST.parameterAfter(1) + "::bigint",
              Ledger.HOLD_CREATED,
              WalletLocks.waitingFor(REQUEST.parameterAfter(2)));

  private final Database database;
  private final long leaseMillis;
  private final Batcher<NewPayout, Outcome> batcher;

  PayoutCreation(Database database, WalletLocks locks, PayoutConfig config) {
    this.database = database;
    this.leaseMillis = config.settlement().lease().toMillis();
    this.batcher = new Batcher<>(config.creation(), locks.of(NewPayout::walletId), this::run);
  }

  /** Creates this payout, together with others that arrive meanwhile. */
  Uni<Outcome> create(NewPayout payout) {
    return batcher
        .submit(payout)
        // The first that a wallet covers at all is created each time, so this comes to an end.
        .chain(
            outcome -> outcome == Outcome.RETRY ? create(payout) : Uni.createFrom().item(outcome));
  }

  private Uni<List<Outcome>> run(List<NewPayout> payouts, Duration lockWait) {
    return database
        .execute(CREATE, REQUEST.parameters(payouts, leaseMillis, WalletLocks.millis(lockWait)))
        .map(PayoutCreation::outcomes);
  }

  private static List<Outcome> outcomes(RowSet<Row> rows) {
    List<Outcome> outcomes = new ArrayList<>(rows.size());
    for (Row row : rows) {
      outcomes.add(Outcome.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT)));
    }
    return outcomes;
  }

  private static String code(ForcedOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
