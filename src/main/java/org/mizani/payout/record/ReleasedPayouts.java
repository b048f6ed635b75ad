package org.mizani.payout.record;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.ledger.WalletLocks;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.webhook.endpoint.EventKind;
import org.mizani.work.BatchColumns;

/**
 * Releases of payouts that are held for review (ADR 40): the payout is due at once, and its release
 * is an event of its business. A payout is released once, because none is held after a release.
 */
@Singleton
public final class ReleasedPayouts {

  /**
   * Release of a payout that a business has requested.
   *
   * @param walletId the wallet that holds its cost
   * @param toEndpoints the webhooks that tell it
   */
  public record Release(UUID id, long walletId, List<EndpointWebhook> toEndpoints) {}

  /**
   * Not while an operator's claim lasts: that refuses the payout, or settles it. One that has ended
   * is of another poll from then on. The state is compared as no index has it, for those that are
   * held may be many.
   */
  private static final String CLEAR =
      """
      UPDATE payout_due
      SET screening = 'cleared', screened_at = now(), held_reason = NULL,
          polls = polls + 1, skipped_polls = skipped_polls + 1,
          next_poll_at = now(), leased_until = NULL
      WHERE id = ANY (%s) AND array_position('{held}', screening) IS NOT NULL
        AND (leased_until = next_poll_at AND leased_until > now()) IS NOT TRUE
      """;

  /** Releases payout {@code $1[1]} without an event, as no business has requested it. */
  private static final String RELEASE_UNTOLD = CLEAR.formatted("$1::uuid[]") + "RETURNING id";

  private static final BatchColumns<Release> DECISION =
      new BatchColumns<Release>().uuid("id", Release::id).bigint("wallet_id", Release::walletId);

  private static final EndpointWebhook.Columns TO_ENDPOINTS =
      new EndpointWebhook.Columns(DECISION, 1);

  /**
   * Releases a payout. In steps:
   *
   * <ol>
   *   <li>lock its wallet, before the payout as a settlement does, and before the event gets its
   *       number: of one wallet the numbers appear in their order (ADR 37)
   *   <li>clear the payout
   *   <li>write the event, and the webhooks to endpoints, due at once
   * </ol>
   */
  public static final String RELEASE = released("");

  /** The same, which also writes the webhooks to endpoints: only where there are some (ADR 39). */
  public static final String RELEASE_AND_TELL_ENDPOINTS =
      released(TO_ENDPOINTS.insertionOf(EventKind.PAYOUT_RELEASE));

  private static String released(String further) {
    return """
      WITH decision AS (
        SELECT * FROM %s
      ), locked_wallet AS MATERIALIZED (
        SELECT w.id FROM wallet w WHERE w.id = ANY (%s) AND %s
        FOR NO KEY UPDATE
      ), cleared AS (
        %s  AND EXISTS (SELECT FROM locked_wallet)
        RETURNING id, business_id
      ), settled AS (
        INSERT INTO payout_release (id, business_id, wallet_id)
        SELECT c.id, c.business_id, d.wallet_id FROM cleared c JOIN decision d ON d.id = c.id
        RETURNING id, business_id, 1::bigint AS position
      )%s
      SELECT id FROM settled
      """
        .formatted(
            DECISION.as("d"),
            DECISION.parameterOf("wallet_id"),
            WalletLocks.waitingFor(DECISION.parameterAfter(1)),
            CLEAR.formatted(DECISION.parameterOf("id")),
            further);
  }

  private final Database database;
  private final WalletLocks locks;

  ReleasedPayouts(Database database, WalletLocks locks) {
    this.database = database;
    this.locks = locks;
  }

  /** Releases a payout in the caller's transaction; answers whether it was held. */
  public Uni<Boolean> release(Release release) {
    return database
        .execute(
            release.toEndpoints().isEmpty() ? RELEASE : RELEASE_AND_TELL_ENDPOINTS,
            TO_ENDPOINTS.parameters(
                DECISION,
                List.of(release),
                Release::toEndpoints,
                WalletLocks.millis(locks.waitAlone())))
        .map(ReleasedPayouts::isOne);
  }

  /** Releases the payout of a sweep or a refund likewise: it is no event. */
  public Uni<Boolean> releaseUntold(UUID id) {
    return database.execute(RELEASE_UNTOLD, Tuple.of(new UUID[] {id})).map(ReleasedPayouts::isOne);
  }

  private static boolean isOne(RowSet<Row> released) {
    return released.size() == 1;
  }
}
