package org.mizani.webhook.delivery;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import org.mizani.database.Database;
import org.mizani.webhook.WebhookConfig;

/** Room below the cap of the deliveries that are pending for one business. */
@Singleton
final class PendingRoom {

  /** The part of the cap that new deliveries have alone: a tenth. */
  private static final int FOR_NEW_ONES = 10;

  /**
   * Whether a business has $2 or more: one that has fewer is counted to the end. The order is that
   * of the index, so that PostgreSQL walks along it for any $2.
   */
  static final String COUNT =
      """
      SELECT count(*) AS pending
        FROM (SELECT FROM webhook_due
               WHERE business_id = $1
               ORDER BY business_id, host, next_attempt_at
               LIMIT $2) AS counted
      """;

  private final Database database;
  private final long near;

  PendingRoom(Database database, WebhookConfig config) {
    long cap = config.limits().pendingPerBusiness();
    this.database = database;
    this.near = cap - cap / FOR_NEW_ONES;
  }

  /** Whether a business has nine tenths of its cap pending. */
  Uni<Boolean> isNearTheCap(long businessId) {
    return database
        .one(COUNT, Tuple.of(businessId, near), row -> row.getLong("pending"))
        .map(pending -> pending >= near);
  }
}
