package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;
import org.mizani.database.DatabaseOutage;
import org.mizani.ledger.Ledger;
import org.mizani.webhook.OutgoingWebhook;
import org.mizani.webhook.WebhookDelivery;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.work.Batcher;
import org.mizani.work.Columns;

/**
 * Applies decisions: status, ledger and webhook in one statement, for as many payouts as are
 * waiting. A payout that is final already is left alone.
 */
@Singleton
final class PayoutSettlement {

  /**
   * A payout with the final status that it gets, and the webhook that tells it.
   *
   * @param byHand where an operator says so, and no rail
   */
  record Settlement(
      UUID serviceReference,
      PayoutStatus status,
      String reason,
      Optional<OutgoingWebhook> webhook,
      Optional<ByHand> byHand) {

    /** By a rail's answer. */
    Settlement(
        UUID serviceReference,
        PayoutStatus status,
        String reason,
        Optional<OutgoingWebhook> webhook) {
      this(serviceReference, status, reason, webhook, Optional.empty());
    }
  }

  /**
   * What an operator's word depends on, and what comes after it.
   *
   * @param looks those of the operator's lease: nothing is settled by hand once a pod has begun
   *     another look, for that may submit the payout
   * @param watchAfter the wait until the rail is asked whether it has paid it after all; nothing
   *     where that would be right
   */
  record ByHand(int looks, Optional<Duration> watchAfter) {}

  /**
   * Makes payouts final. In steps:
   *
   * <ol>
   *   <li>lock the wallets concerned in the order of their ids, as the creation does, and before
   *       anything else: a creation that repeats the reference of a payout waits for whoever is
   *       changing that payout, and holds the wallet meanwhile
   *   <li>set the status of those that are still pending, by one decision each: a payment before
   *       all others
   *   <li>end their holds
   *   <li>write the webhooks, leased to this pod, which sends them at once
   * </ol>
   */
  static final String SETTLE =
      """
      WITH decision AS (
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[],
                             $4::integer[], $5::bigint[],
                             $6::uuid[], $7::text[], $8::text[], $9::bytea[])
          WITH ORDINALITY AS d (id, status, reason, polls, watch_ms,
                                webhook_id, url, host, body_encrypted, position)
      ), chosen AS (
        SELECT DISTINCT ON (id) * FROM decision ORDER BY id, status <> 'success', position
      ), locked_wallet AS MATERIALIZED (
        SELECT w.id, w.currency, w.available_account_id, w.holding_account_id
        FROM wallet w
        WHERE w.id IN (SELECT p.wallet_id FROM payout p JOIN decision d ON d.id = p.id)
        ORDER BY w.id
        FOR NO KEY UPDATE
      ), settled AS (
        UPDATE payout p
        SET status = d.status, failure_reason = d.reason, next_poll_at = NULL, leased_until = NULL,
            next_watch_at = now() + d.watch_ms * interval '1 millisecond', updated_at = now()
        FROM chosen d
        WHERE p.id = d.id AND p.status = 'pending' AND (d.polls IS NULL OR d.polls = p.polls)
          -- An array is made of all of them before the first payout is looked at.
          AND p.wallet_id = ANY (ARRAY(SELECT id FROM locked_wallet))
        RETURNING p.id, p.business_id, p.api_key_id, p.wallet_id, p.status, p.rail,
                  p.sender_minor, p.fee_minor, d.position
      ), %s, %s
      SELECT s.id IS NOT NULL AS applied
      FROM decision d LEFT JOIN settled s ON s.position = d.position
      ORDER BY d.position
      """
          .formatted(Ledger.END_HOLDS_OF_SETTLED, OutgoingWebhook.insertionOf("payout", "$10"));

  private static final String READ_STATUS = "SELECT status FROM payout WHERE id = $1";

  private final Database database;
  private final WebhookDispatcher dispatcher;
  private final Batcher<Settlement, Boolean> batcher;

  PayoutSettlement(Database database, WebhookDispatcher dispatcher, PayoutConfig config) {
    this.database = database;
    this.dispatcher = dispatcher;
    this.batcher =
        new Batcher<>(
            config.settlement().apply().limits(),
            failure -> !DatabaseOutage.isBehind(failure),
            this::run);
  }

  /** Makes a payout final; answers whether it was still pending. */
  Uni<Boolean> apply(Settlement settlement) {
    return batcher.submit(settlement);
  }

  /** The status that a payout has now. */
  Uni<PayoutStatus> statusOf(UUID serviceReference) {
    return database
        .execute(READ_STATUS, Tuple.of(serviceReference))
        .map(rows -> PayoutStatus.ofCode(rows.iterator().next().getString("status")));
  }

  /** Applies these in one statement; says of each whether it counted. */
  Uni<List<Boolean>> run(List<Settlement> settlements) {
    return database
        .execute(SETTLE, parameters(settlements))
        .map(PayoutSettlement::applied)
        .invoke(applied -> handOffWebhooks(settlements, applied));
  }

  private static List<Boolean> applied(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map((Row row) -> row.getBoolean("applied"))
        .toList();
  }

  private void handOffWebhooks(List<Settlement> settlements, List<Boolean> applied) {
    List<WebhookDelivery> written = new ArrayList<>();
    for (int i = 0; i < settlements.size(); i++) {
      if (applied.get(i)) {
        settlements.get(i).webhook().map(OutgoingWebhook::delivery).ifPresent(written::add);
      }
    }
    dispatcher.handOff(written);
  }

  private Tuple parameters(List<Settlement> settlements) {
    Columns<Settlement> columns = new Columns<>(settlements);
    List<Object> parameters = new ArrayList<>();
    parameters.add(columns.of(UUID[]::new, Settlement::serviceReference));
    parameters.add(columns.texts(s -> s.status().code()));
    parameters.add(columns.texts(Settlement::reason));
    parameters.add(columns.of(Integer[]::new, s -> s.byHand().map(ByHand::looks).orElse(null)));
    parameters.add(columns.numbers(PayoutSettlement::watchMillis));
    parameters.addAll(OutgoingWebhook.columnsOf(columns, Settlement::webhook));
    parameters.add(dispatcher.lease().toMillis());
    return Tuple.from(parameters);
  }

  private static Long watchMillis(Settlement settlement) {
    return settlement.byHand().flatMap(ByHand::watchAfter).map(Duration::toMillis).orElse(null);
  }
}
